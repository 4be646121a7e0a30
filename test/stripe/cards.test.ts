import { expect, test } from 'vitest'
import { authorised, clientOf, errorOf, paid, testDouble } from './client'

const off = { off_session: true } as const

/** Presses a button on the bank's page. Returns where the browser is sent. */
async function press(url: string, decision: 'approve' | 'refuse'): Promise<URL> {
  const page = await (await fetch(url)).text()
  expect(page).toContain(`value="${decision}"`)
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ decision }),
    redirect: 'manual',
  })
  return new URL(response.headers.get('location') ?? 'none:')
}

test.each([
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
  ['pm_card_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
  ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
  ['pm_card_chargeDeclinedVelocityLimitExceeded', 'card_declined', 'card_velocity_exceeded'],
  ['pm_card_chargeDeclinedFraudulent', 'card_declined', 'fraudulent'],
])('%s is declined as %s', async (card, code, declineCode) => {
  const { stripe, double } = await testDouble()
  const error = await errorOf(authorised(stripe, card))
  expect(error).toMatchObject({ statusCode: 402, type: 'StripeCardError', code, decline_code: declineCode })
  expect(error.payment_intent).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code, decline_code: declineCode },
  })
  const charge = await stripe.charges.retrieve(error.charge ?? '')
  expect(charge).toMatchObject({ status: 'failed', paid: false, outcome: { reason: declineCode } })
  expect(double.books()).toMatchObject([{ authorised: 0, captured: 0 }])
  // Another card can still pay.
  const id = error.payment_intent?.id ?? ''
  const again = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  expect(again.status).toBe('requires_capture')
})

test('declines with any requested code', async () => {
  const { stripe, double } = await testDouble()
  double.operate('decline-next', { codes: ['do_not_honor'] })
  expect(await errorOf(authorised(stripe))).toMatchObject({
    code: 'card_declined',
    decline_code: 'do_not_honor',
  })
  expect((await authorised(stripe)).status).toBe('requires_capture')
})

test('redirects to the bank, which returns to the merchant', async () => {
  const { stripe } = await testDouble()
  const intent = await authorised(stripe, 'pm_card_threeDSecure2Required', {
    return_url: 'http://127.0.0.1/back?order=1',
  })
  expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } })
  expect((await errorOf(stripe.paymentIntents.capture(intent.id))).code).toBe(
    'payment_intent_unexpected_state',
  )
  const back = await press(intent.next_action?.redirect_to_url?.url ?? '', 'approve')
  expect(Object.fromEntries(back.searchParams)).toEqual({
    order: '1',
    payment_intent: intent.id,
    payment_intent_client_secret: intent.client_secret,
    redirect_status: 'succeeded',
  })
  const approved = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
  expect(approved).toMatchObject({
    status: 'requires_capture',
    next_action: null,
    latest_charge: { payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } } },
  })
})

test('a refused approval leaves the intent without a card', async () => {
  const { stripe } = await testDouble()
  const intent = await authorised(stripe, 'pm_card_threeDSecure2Required', {
    return_url: 'http://127.0.0.1/back',
  })
  const back = await press(intent.next_action?.redirect_to_url?.url ?? '', 'refuse')
  expect(back.searchParams.get('redirect_status')).toBe('failed')
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  })
})

test('an approved card can still be declined', async () => {
  const { stripe } = await testDouble()
  const card = 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds'
  const intent = await authorised(stripe, card, { return_url: 'http://127.0.0.1/back' })
  const back = await press(intent.next_action?.redirect_to_url?.url ?? '', 'approve')
  expect(back.searchParams.get('redirect_status')).toBe('failed')
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { decline_code: 'insufficient_funds' },
  })
})

test('fails instead of asking for approval if the request says so', async () => {
  const { stripe } = await testDouble()
  const error = await errorOf(
    authorised(stripe, 'pm_card_threeDSecure2Required', { error_on_requires_action: true }),
  )
  expect(error).toMatchObject({
    code: 'authentication_required',
    decline_code: 'authentication_not_handled',
    payment_intent: { status: 'requires_payment_method' },
  })
})

test('optional approvals happen on request', async () => {
  const { stripe } = await testDouble()
  const card = 'pm_card_threeDSecureOptional'
  expect((await authorised(stripe, card)).status).toBe('requires_capture')
  const asked = await authorised(stripe, card, {
    payment_method_options: { card: { request_three_d_secure: 'any' } },
    return_url: 'http://127.0.0.1/back',
  })
  expect(asked.status).toBe('requires_action')
})

test('stores a card with approval, and charges it off session', async () => {
  const { stripe } = await testDouble()
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' })
  const setup = await stripe.setupIntents.create({
    customer,
    payment_method: 'pm_card_authenticationRequiredOnSetup',
    usage: 'off_session',
    confirm: true,
    allowed_payment_method_types: ['card'],
    return_url: 'http://127.0.0.1/back',
  })
  expect(setup.status).toBe('requires_action')
  const back = await press(setup.next_action?.redirect_to_url?.url ?? '', 'approve')
  expect(back.searchParams.get('setup_intent')).toBe(setup.id)
  const stored = await stripe.setupIntents.retrieve(setup.id, { expand: ['latest_attempt'] })
  expect(stored).toMatchObject({ status: 'succeeded', latest_attempt: { status: 'succeeded' } })
  const method = String(stored.payment_method)
  expect((await stripe.paymentMethods.list({ customer })).data.map(({ id }) => id)).toEqual([method])
  expect((await authorised(stripe, method, { customer, ...off })).status).toBe('requires_capture')
  // The customer is there: the bank asks again.
  const present = await authorised(stripe, method, { customer, return_url: 'http://127.0.0.1/back' })
  expect(present.status).toBe('requires_action')
})

test('cards that always need approval cannot be charged off session', async () => {
  const { stripe } = await testDouble()
  const { id: customer } = await stripe.customers.create({})
  const { id } = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer })
  const error = await errorOf(authorised(stripe, id, { customer, ...off }))
  expect(error).toMatchObject({
    statusCode: 402,
    code: 'authentication_required',
    decline_code: 'authentication_required',
    payment_intent: { status: 'requires_payment_method' },
    payment_method: { id },
  })
  // The customer approves later: the same intent is confirmed on session.
  const again = await stripe.paymentIntents.confirm(error.payment_intent?.id ?? '', {
    payment_method: id,
    return_url: 'http://127.0.0.1/back',
  })
  await press(again.next_action?.redirect_to_url?.url ?? '', 'approve')
  expect((await stripe.paymentIntents.retrieve(again.id)).status).toBe('requires_capture')
})

test('a card stored without approval needs it off session', async () => {
  const { stripe } = await testDouble()
  const { id: customer } = await stripe.customers.create({})
  const { id } = await stripe.paymentMethods.attach('pm_card_authenticationRequiredOnSetup', { customer })
  expect((await errorOf(authorised(stripe, id, { customer, ...off }))).code).toBe('authentication_required')
  const set = await stripe.paymentMethods.attach('pm_card_authenticationRequiredSetupForOffSession', {
    customer,
  })
  expect((await authorised(stripe, set.id, { customer, ...off })).status).toBe('requires_capture')
})

test('declined cards cannot be stored', async () => {
  const { stripe, double } = await testDouble()
  const { id: customer } = await stripe.customers.create({})
  const attach = stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer })
  expect((await errorOf(attach)).code).toBe('card_declined')
  const error = await errorOf(
    stripe.setupIntents.create({
      customer,
      payment_method: 'pm_card_chargeDeclinedExpiredCard',
      confirm: true,
      allowed_payment_method_types: ['card'],
    }),
  )
  expect(error).toMatchObject({
    code: 'expired_card',
    setup_intent: { status: 'requires_payment_method', last_setup_error: { code: 'expired_card' } },
  })
  expect(double.state.paymentMethods.newest().every((method) => method.customer === null)).toBe(true)
})

test('a card that can be stored may be declined later', async () => {
  const { stripe } = await testDouble()
  const { id: customer } = await stripe.customers.create({})
  const { id } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  expect((await errorOf(authorised(stripe, id, { customer, ...off }))).code).toBe('card_declined')
})

test('payment methods belong to their customer, and are used once without one', async () => {
  const { stripe } = await testDouble()
  const { id: customer } = await stripe.customers.create({})
  const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  expect((await errorOf(authorised(stripe, id))).param).toBe('payment_method')
  const { payment_method: once } = await paid(stripe)
  const unnamed = { statusCode: 400, rawType: 'invalid_request_error', code: undefined, param: undefined }
  expect(await errorOf(authorised(stripe, String(once)))).toMatchObject(unnamed)
  await stripe.paymentMethods.detach(id)
  expect(await errorOf(authorised(stripe, id, { customer }))).toMatchObject(unnamed)
  expect((await errorOf(stripe.paymentMethods.attach(id, { customer }))).statusCode).toBe(400)
  const { message, ...again } = await errorOf(stripe.paymentMethods.detach(id))
  expect(again).toMatchObject(unnamed)
  expect(message).toContain('is not attached to a customer so detachment is impossible')
})

test('stores the card of a payment for later if requested', async () => {
  const { stripe } = await testDouble()
  const { id: customer } = await stripe.customers.create({})
  const { payment_method } = await paid(stripe, 'pm_card_visa', {
    customer,
    setup_future_usage: 'off_session',
  })
  expect((await stripe.paymentMethods.retrieve(String(payment_method))).customer).toBe(customer)
})

test('deleted customers are read as deleted, and their cards are gone', async () => {
  const { stripe } = await testDouble()
  const { id: customer } = await stripe.customers.create({})
  const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  await stripe.customers.del(customer)
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ id: customer, deleted: true })
  expect((await stripe.customers.list()).data).toEqual([])
  expect((await stripe.paymentMethods.retrieve(id)).customer).toBeNull()
  expect((await errorOf(stripe.customers.del(customer))).code).toBe('resource_missing')
})

test('changes and cancels setup intents only while they are open', async () => {
  const { stripe } = await testDouble()
  const setup = await stripe.setupIntents.create({ allowed_payment_method_types: ['card'] })
  expect(setup).toMatchObject({ status: 'requires_payment_method', usage: 'off_session' })
  const confirmed = await stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_visa' })
  expect(confirmed.status).toBe('succeeded')
  expect((await errorOf(stripe.setupIntents.cancel(setup.id))).code).toBe('setup_intent_unexpected_state')
  const other = await stripe.setupIntents.create({ allowed_payment_method_types: ['card'] })
  expect((await stripe.setupIntents.cancel(other.id)).status).toBe('canceled')
})

test.each([
  [{ number: '4242424242424241' }, 'incorrect_number'],
  [{ number: '4242' }, 'invalid_number'],
  [{ exp_month: 13 }, 'invalid_expiry_month'],
  [{ exp_year: 2020 }, 'invalid_expiry_year'],
  [{ cvc: '1' }, 'invalid_cvc'],
])('refuses %j when a card is entered', async (wrong, code) => {
  const { double } = await testDouble()
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123', ...wrong }
  const error = await errorOf(
    clientOf(double, double.publishableKey).paymentMethods.create({ type: 'card', card }),
  )
  expect(error).toMatchObject({ statusCode: 402, code })
})

test('refuses card numbers with a secret key, and keeps none in its objects', async () => {
  const { stripe, double } = await testDouble()
  const card = { number: '4000000000009995', exp_month: 12, exp_year: 2034, cvc: '123' }
  expect((await errorOf(stripe.paymentMethods.create({ type: 'card', card }))).statusCode).toBe(402)
  const entered = await clientOf(double, double.publishableKey).paymentMethods.create({ type: 'card', card })
  expect((await errorOf(authorised(stripe, entered.id))).decline_code).toBe('insufficient_funds')
  const shelves = [double.state.paymentMethods, double.state.charges, double.state.events].map((shelf) =>
    JSON.stringify(shelf.newest()),
  )
  expect(shelves.join()).not.toContain(card.number)
})

test('the same card has the same fingerprint', async () => {
  const { stripe } = await testDouble()
  const { id: customer } = await stripe.customers.create({})
  const prints = []
  for (const card of ['pm_card_visa', 'pm_card_visa', 'pm_card_mastercard'])
    prints.push((await stripe.paymentMethods.attach(card, { customer })).card?.fingerprint)
  expect(new Set(prints).size).toBe(2)
  expect(prints[0]).toBe(prints[1])
})

test('creates payment methods from test tokens', async () => {
  const { stripe } = await testDouble()
  const method = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_mastercard' } })
  expect(method.card).toMatchObject({ brand: 'mastercard', last4: '4444' })
})
