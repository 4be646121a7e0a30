import { expect, test } from 'vitest'
import { authorised, clientOf, paid, testDouble } from './client'

/** Uses a switch over HTTP. */
async function put(url: string, name: string, body: object = {}) {
  const response = await fetch(`${url}/_double/${name}`, { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const read = async (url: string, name: string): Promise<unknown> =>
  (await fetch(`${url}/_double/${name}`)).json()

test('lists its switches, and has the keys', async () => {
  const { double } = await testDouble()
  expect(await read(double.url, '')).toMatchObject({
    read: expect.arrayContaining(['GET /_double/books']),
    switches: { 'POST /_double/refund': 'refunds in the dashboard' },
  })
  expect(await read(double.url, 'keys')).toMatchObject({ secretKey: double.secretKey })
})

test('refuses switches and inputs that it does not know', async () => {
  const { double } = await testDouble()
  expect((await put(double.url, 'explode')).status).toBe(404)
  expect((await put(double.url, 'fault', { kind: 'strange' })).status).toBe(400)
  expect((await put(double.url, 'settings', { keySeconds: 'long' })).status).toBe(400)
  expect((await put(double.url, 'settings', { colour: 'red' })).status).toBe(400)
  expect((await put(double.url, 'advance', { seconds: -1 })).status).toBe(400)
  expect((await put(double.url, 'refund', { intent: 'pi_none' })).status).toBe(404)
})

test('changes settings and time', async () => {
  const { double, stripe } = await testDouble()
  await put(double.url, 'settings', { chargesEnabled: false, country: 'NO', multicapture: [] })
  expect(await stripe.accounts.retrieveCurrent()).toMatchObject({
    charges_enabled: false,
    country: 'NO',
    capabilities: { card_payments: 'inactive' },
  })
  const before = double.state.clock.now()
  expect((await put(double.url, 'advance', { seconds: 500 })).body.now).toBeGreaterThanOrEqual(before + 500)
})

test('captures, refunds and cancels in the dashboard', async () => {
  const { double, stripe } = await testDouble()
  const { id } = await authorised(stripe)
  await put(double.url, 'capture', { intent: id, amount: 4000, final: false })
  await put(double.url, 'refund', { intent: id, amount: 1000 })
  await put(double.url, 'capture', { intent: id, amount: 500 })
  const other = await authorised(stripe)
  await put(double.url, 'cancel', { intent: other.id })
  expect(await read(double.url, 'books')).toMatchObject([
    { intent: id, captured: 4500, refunded: 1000, released: 5500, open: 0 },
    { intent: other.id, captured: 0, released: 10_000, status: 'canceled' },
  ])
})

test('makes payments that the merchant does not know about', async () => {
  const { double, stripe } = await testDouble()
  const { body } = await put(double.url, 'pay', { amount: 700, metadata: { from: 'elsewhere' } })
  expect(await stripe.paymentIntents.retrieve(String(body.id))).toMatchObject({
    amount: 700,
    status: 'succeeded',
    metadata: { from: 'elsewhere' },
  })
})

test('erases intents, and alters their amounts', async () => {
  const { double, stripe } = await testDouble()
  const [gone, altered] = [await paid(stripe), await paid(stripe)]
  await stripe.refunds.create({ payment_intent: gone.id, amount: 100 })
  await put(double.url, 'erase', { intent: gone.id })
  await put(double.url, 'alter', { intent: altered.id, captured: 9000, currency: 'eur' })
  expect((await stripe.paymentIntents.list()).data).toMatchObject([
    { id: altered.id, amount_received: 9000, currency: 'eur' },
  ])
  expect((await stripe.charges.list()).data).toMatchObject([{ amount_captured: 9000 }])
  expect((await stripe.balanceTransactions.list()).data).toMatchObject([{ amount: 9000, net: 8670 }])
  expect((await stripe.refunds.list()).data).toEqual([])
  expect(double.books()).toMatchObject([{ intent: altered.id, captured: 9000 }])
})

test('erases refunds, and alters them', async () => {
  const { double, stripe } = await testDouble()
  const { id, latest_charge } = await paid(stripe)
  const refund = async (amount: number) => (await stripe.refunds.create({ payment_intent: id, amount })).id
  const [gone, altered] = [await refund(1000), await refund(2000)]
  await put(double.url, 'erase-refund', { refund: gone })
  await put(double.url, 'alter-refund', { refund: altered, amount: 2500, metadata: { operation: 'x' } })
  expect((await stripe.refunds.list()).data).toMatchObject([
    { id: altered, amount: 2500, metadata: { operation: 'x' } },
  ])
  expect((await stripe.charges.retrieve(String(latest_charge))).amount_refunded).toBe(2500)
  expect(await stripe.balance.retrieve()).toMatchObject({ pending: [{ amount: 10_000 - 330 - 2500 }] })
})

test('approves as the cardholder', async () => {
  const { double, stripe } = await testDouble()
  const { id, status } = await authorised(stripe, 'pm_card_threeDSecure2Required')
  expect(status).toBe('requires_action')
  await put(double.url, 'decide', { intent: id, approve: true })
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_capture')
})

test('opens disputes and pays out', async () => {
  const { double, stripe } = await testDouble()
  const { id } = await paid(stripe, 'pm_card_visa', { amount: 90_000 })
  await put(double.url, 'dispute', { intent: id, amount: 1000, reason: 'product_not_received' })
  expect((await stripe.disputes.list()).data).toMatchObject([
    { reason: 'product_not_received', amount: 1000 },
  ])
  const { body } = await put(double.url, 'payout')
  expect(body).toMatchObject({ object: 'payout', status: 'in_transit' })
})

test('keys of a live account are live', async () => {
  const { double } = await testDouble({ livemode: true })
  expect([double.secretKey, double.publishableKey].map((key) => key.slice(0, 7))).toEqual([
    'sk_live',
    'pk_live',
  ])
  expect((await clientOf(double).customers.create({})).livemode).toBe(true)
})
