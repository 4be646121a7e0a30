import { expect, test } from 'vitest'
import { authorised, day, errorOf, paid, testDouble } from './client'

test('authorises and captures in full', async () => {
  const { stripe, double } = await testDouble()
  const intent = await authorised(stripe, 'pm_card_visa', {
    metadata: { order: '17' },
    expand: ['latest_charge'],
  })
  expect(intent).toMatchObject({
    status: 'requires_capture',
    amount_capturable: 10_000,
    amount_received: 0,
    latest_charge: { captured: false, status: 'succeeded', paid: true, amount_captured: 0 },
  })
  const captured = await stripe.paymentIntents.capture(intent.id)
  expect(captured).toMatchObject({ status: 'succeeded', amount_capturable: 0, amount_received: 10_000 })
  expect(double.books()).toMatchObject([
    {
      intent: intent.id,
      metadata: { order: '17' },
      authorised: 10_000,
      captured: 10_000,
      refunded: 0,
      released: 0,
      open: 0,
    },
  ])
})

test('captures in parts where the authorisation allows it, and releases the rest', async () => {
  const { stripe, double } = await testDouble()
  const { id, latest_charge } = await authorised(stripe, 'pm_card_visa', { expand: ['latest_charge'] })
  expect(latest_charge).toMatchObject({
    payment_method_details: { card: { multicapture: { status: 'available' } } },
  })
  const part = (amount: number, final: boolean) =>
    stripe.paymentIntents.capture(id, { amount_to_capture: amount, final_capture: final })
  expect(await part(3000, false)).toMatchObject({ status: 'requires_capture', amount_capturable: 7000 })
  expect(await part(2000, false)).toMatchObject({ status: 'requires_capture', amount_received: 5000 })
  expect(await part(0, true)).toMatchObject({
    status: 'succeeded',
    amount_received: 5000,
    amount_capturable: 0,
  })
  expect(double.books()).toMatchObject([{ captured: 5000, released: 5000, open: 0 }])
  const charge = typeof latest_charge === 'object' ? (latest_charge?.id ?? '') : ''
  const { data } = await stripe.balanceTransactions.list({ source: charge })
  expect(data.map(({ amount }) => amount)).toEqual([2000, 3000])
})

test('a capture of the whole rest ends the intent even if it was not marked final', async () => {
  const { stripe } = await testDouble()
  const { id } = await authorised(stripe)
  const all = await stripe.paymentIntents.capture(id, { amount_to_capture: 10_000, final_capture: false })
  expect(all.status).toBe('succeeded')
})

test('without several captures, capturing a part releases the rest at once', async () => {
  const { stripe, double } = await testDouble()
  const { id, latest_charge } = await authorised(stripe, 'pm_card_amex', { expand: ['latest_charge'] })
  expect(latest_charge).toMatchObject({
    payment_method_details: { card: { multicapture: { status: 'unavailable' } } },
  })
  const refused = await errorOf(
    stripe.paymentIntents.capture(id, { amount_to_capture: 3000, final_capture: false }),
  )
  expect(refused).toMatchObject({ statusCode: 400, param: 'final_capture' })
  const captured = await stripe.paymentIntents.capture(id, { amount_to_capture: 3000 })
  expect(captured).toMatchObject({ status: 'succeeded', amount_received: 3000 })
  // Since 2025 a partial capture has no refund, and the charge does not count what was given back.
  expect((await stripe.refunds.list({ payment_intent: id })).data).toEqual([])
  expect(await stripe.charges.retrieve(String(captured.latest_charge))).toMatchObject({
    amount_captured: 3000,
    amount_refunded: 0,
    refunded: false,
  })
  expect(double.books()).toMatchObject([{ captured: 3000, released: 7000 }])
})

test('several captures must be requested', async () => {
  const { stripe } = await testDouble()
  const { latest_charge } = await authorised(stripe, 'pm_card_visa', {
    payment_method_options: {},
    expand: ['latest_charge'],
  })
  expect(latest_charge).toMatchObject({
    payment_method_details: { card: { multicapture: { status: 'unavailable' } } },
  })
})

test('refuses captures that are too large, empty or too late', async () => {
  const { stripe } = await testDouble()
  const { id } = await authorised(stripe)
  const capture = (amount_to_capture: number, final_capture = true) =>
    errorOf(stripe.paymentIntents.capture(id, { amount_to_capture, final_capture }))
  expect(await capture(10_001)).toMatchObject({ code: 'amount_too_large', param: 'amount_to_capture' })
  expect(await capture(0)).toMatchObject({ code: 'parameter_invalid_integer' })
  await stripe.paymentIntents.capture(id, { amount_to_capture: 1000, final_capture: false })
  expect(await capture(9001)).toMatchObject({ code: 'amount_too_large' })
  expect(await capture(0, false)).toMatchObject({ code: 'parameter_invalid_integer' })
  await stripe.paymentIntents.capture(id)
  const late = await capture(1)
  expect(late).toMatchObject({
    code: 'payment_intent_unexpected_state',
    payment_intent: { status: 'succeeded' },
  })
})

test('cancels what was not captured, without a refund', async () => {
  const { stripe, double } = await testDouble()
  const { id } = await authorised(stripe)
  const cancelled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'requested_by_customer' })
  expect(cancelled).toMatchObject({ status: 'canceled', cancellation_reason: 'requested_by_customer' })
  expect((await stripe.refunds.list()).data).toEqual([])
  expect(double.books()).toMatchObject([{ authorised: 10_000, captured: 0, released: 10_000, open: 0 }])
  expect((await errorOf(stripe.paymentIntents.cancel(id))).code).toBe('payment_intent_unexpected_state')
  expect((await errorOf(stripe.paymentIntents.capture(id))).code).toBe('payment_intent_unexpected_state')
})

test('a part-captured intent cannot be cancelled', async () => {
  const { stripe } = await testDouble()
  const { id } = await authorised(stripe)
  await stripe.paymentIntents.capture(id, { amount_to_capture: 1000, final_capture: false })
  expect((await errorOf(stripe.paymentIntents.cancel(id))).code).toBe('payment_intent_unexpected_state')
})

test('authorisations expire, as cancelled or as what was captured', async () => {
  const { stripe, double } = await testDouble()
  const untouched = await authorised(stripe, 'pm_card_visa', { expand: ['latest_charge'] })
  const begun = await authorised(stripe)
  await stripe.paymentIntents.capture(begun.id, { amount_to_capture: 4000, final_capture: false })
  const { latest_charge: charge } = untouched
  const before = typeof charge === 'object' ? charge?.payment_method_details?.card?.capture_before : undefined
  // The authorisation may come a second after its intent.
  expect([0, 1]).toContain((before ?? 0) - untouched.created - 7 * day)

  double.operate('advance', { seconds: 7 * day - 60 })
  expect((await stripe.paymentIntents.retrieve(untouched.id)).status).toBe('requires_capture')
  double.operate('advance', { seconds: 61 })
  expect(await stripe.paymentIntents.retrieve(untouched.id)).toMatchObject({
    status: 'canceled',
    cancellation_reason: 'expired',
  })
  expect(await stripe.paymentIntents.retrieve(begun.id)).toMatchObject({
    status: 'succeeded',
    amount_received: 4000,
    amount_capturable: 0,
  })
  const types = (await stripe.events.list({ limit: 3 })).data.map(({ type }) => type)
  expect(types).toEqual(expect.arrayContaining(['charge.expired', 'payment_intent.canceled']))
})

test('captures without a request of their own', async () => {
  const { stripe, double } = await testDouble()
  const intent = await paid(stripe)
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 10_000 })
  expect(double.books()).toMatchObject([{ captured: 10_000 }])
})

test('confirms an intent after its creation', async () => {
  const { stripe } = await testDouble()
  const created = await stripe.paymentIntents.create({
    amount: 5000,
    currency: 'nok',
    allowed_payment_method_types: ['card'],
  })
  expect(created.status).toBe('requires_payment_method')
  expect((await errorOf(stripe.paymentIntents.confirm(created.id))).code).toBe(
    'payment_intent_unexpected_state',
  )
  const changed = await stripe.paymentIntents.update(created.id, {
    payment_method: 'pm_card_mastercard',
    metadata: { a: '1' },
  })
  expect(changed).toMatchObject({ status: 'requires_confirmation', metadata: { a: '1' } })
  const confirmed = await stripe.paymentIntents.confirm(created.id)
  expect(confirmed.status).toBe('succeeded')
  expect((await errorOf(stripe.paymentIntents.confirm(created.id))).code).toBe(
    'payment_intent_unexpected_state',
  )
})

test('captures can be late, and fail late', async () => {
  const { stripe, double } = await testDouble({ captures: 'late', captureSeconds: 60 })
  const late = await authorised(stripe)
  expect((await stripe.paymentIntents.capture(late.id)).status).toBe('processing')
  expect((await errorOf(stripe.paymentIntents.capture(late.id))).code).toBe('payment_intent_unexpected_state')
  double.operate('advance', { seconds: 60 })
  expect((await stripe.paymentIntents.retrieve(late.id)).status).toBe('succeeded')

  double.operate('settings', { captures: 'late-fails' })
  const failing = await authorised(stripe)
  await stripe.paymentIntents.capture(failing.id)
  double.operate('advance', { seconds: 60 })
  expect(await stripe.paymentIntents.retrieve(failing.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'processing_error' },
  })
  expect(double.books()[1]).toMatchObject({ captured: 0, released: 10_000, open: 0 })
})

test('captures that had succeeded can fail, which takes the money back', async () => {
  const { stripe, double } = await testDouble({ captures: 'fails' })
  const intent = await authorised(stripe)
  expect((await stripe.paymentIntents.capture(intent.id)).status).toBe('succeeded')
  double.operate('advance', { seconds: 60 })
  const charge = await stripe.charges.retrieve(String(intent.latest_charge), {
    expand: ['failure_balance_transaction'],
  })
  expect(charge).toMatchObject({ status: 'failed', failure_balance_transaction: { amount: -10_000 } })
  expect(double.books()).toMatchObject([{ captured: 10_000, failed: 10_000 }])
})

test('keeps what each capture says in its metadata, up to 50 keys', async () => {
  const { stripe } = await testDouble()
  const { id } = await authorised(stripe, 'pm_card_visa', { metadata: { order: '1' } })
  const part = (metadata: Record<string, string>) =>
    stripe.paymentIntents.capture(id, { amount_to_capture: 10, final_capture: false, metadata })
  expect((await part({ first: '10' })).metadata).toEqual({ order: '1', first: '10' })
  const many = Object.fromEntries(Array.from({ length: 49 }, (_, number) => [`key${number}`, 'x']))
  expect((await errorOf(part(many))).param).toBe('metadata')
  expect((await stripe.paymentIntents.retrieve(id)).amount_received).toBe(10)
})

test('lists the intents of a customer', async () => {
  const { stripe } = await testDouble()
  const { id: customer } = await stripe.customers.create({})
  const theirs = await authorised(stripe, 'pm_card_visa', { customer })
  await authorised(stripe)
  expect((await stripe.paymentIntents.list({ customer })).data.map(({ id }) => id)).toEqual([theirs.id])
})
