import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { auditEntry, order } from '@/db/schema'
import { move, ordersOf, payer, shopOn, subscribe } from '@/test/billing'
import { accountWith, call, getOrder, orderOf, post, tokenFor, visa } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { testWorld } from '@/test/world'

const world = testWorld()

async function shopWith(role: 'support' | 'viewer' = 'support') {
  const shop = await world.newMerchant()
  return { shop, orders: (await dashboardAs(world.runtime, shop.merchant, role)).order }
}

const attempt = () => crypto.randomUUID()

test('an order shows which events it allows', async () => {
  const { shop, orders } = await shopWith()
  const { id } = await orderOf(shop, 100)
  const whole = (type: string, amount: bigint) => ({ type, amount, units: null, byAmount: true })
  expect((await orders.get({ id })).possible).toEqual([whole('charge', 10_000n), whole('cancel', 10_000n)])
  await post(shop, id, { type: 'charge', items: 60 })
  expect((await orders.get({ id })).possible).toEqual([
    whole('charge', 4000n),
    whole('refund', 6000n),
    whole('cancel', 4000n),
  ])
})

test('only an order on a card service that blocks fraud says so', async () => {
  const { shop, orders } = await shopWith()
  const { id } = await orderOf(shop, 100)
  const facts = await orders.get({ id })
  expect(facts).toMatchObject({ blocksFraud: false, serviceTitle: 'Simulated acquirer' })
  // No payment of it has failed.
  expect(facts.attempts).toBeUndefined()
  await world.runtime.db.update(order).set({ service: 'stripe' }).where(eq(order.id, id))
  expect(await orders.get({ id })).toMatchObject({ blocksFraud: true, serviceTitle: 'Stripe' })
})

test('lines show how many units can be chosen, and none if the choice could mean another line', async () => {
  const { shop, orders } = await shopWith()
  const { id } = await orderOf(shop, [
    { name: 'Cup', price: 10, quantity: 3 },
    // A choice without VAT also matches a line without VAT.
    { name: 'Plate', price: 5, vat: 0 },
    { price: 5 },
  ])
  await post(shop, id, { type: 'charge', items: [{ name: 'Cup', quantity: 1 }] })
  const { possible } = await orders.get({ id })
  expect(possible).toEqual([
    { type: 'charge', amount: 3000n, units: [2, 1, 0], byAmount: false },
    { type: 'refund', amount: 1000n, units: [1, 0, 0], byAmount: false },
    { type: 'cancel', amount: 3000n, units: [2, 1, 0], byAmount: false },
  ])
})

test('lines of the same product with fractions are chosen one by one, but a whole quantity could mean one of them', async () => {
  const { shop, orders } = await shopWith()
  const beef = { name: 'Beef', price: 100, unit: 'kg' }
  const { id } = await orderOf(shop, [
    { ...beef, quantity: 1.5 },
    { ...beef, quantity: 0.8 },
    { ...beef, quantity: 2 },
  ])
  await post(shop, id, { type: 'charge' })
  const { possible } = await orders.get({ id })
  expect(possible).toEqual([{ type: 'refund', amount: 43000n, units: [1, 1, 0], byAmount: false }])
  const event = { type: 'refund' as const, items: [{ ...beef, quantity: 0.8 }] }
  expect(await orders.preview({ id, event })).toEqual({ amount: 8000n, released: 0n })
})

test('a confirmation that is sent twice is applied once', async () => {
  const { shop, orders } = await shopWith()
  const { id } = await orderOf(shop, 100)
  const event = { type: 'charge' as const, items: 30 }
  expect(await orders.preview({ id, event })).toEqual({ amount: 3000n, released: 0n })
  const confirmed = { id, event, attempt: attempt(), expected: 3000n }
  const outcomes = [await orders.operate(confirmed), await orders.operate(confirmed)]
  expect(outcomes).toEqual(Array(2).fill({ type: 'charge', amount: 3000n }))
  expect((await getOrder(shop, id)).status).toEqual({ ordered: 70, charged: 30 })
})

test('the same confirmation with other content is rejected', async () => {
  const { shop, orders } = await shopWith()
  const { id } = await orderOf(shop, 100)
  const same = { id, attempt: attempt() }
  await orders.operate({ ...same, event: { type: 'charge', items: 30 }, expected: 3000n })
  const refused = orders.operate({ ...same, event: { type: 'charge', items: 50 }, expected: 5000n })
  await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await orders.operate({ ...same, event: { type: 'refund', items: 30 }, expected: 3000n })).toEqual({
    type: 'refund',
    amount: 3000n,
  })
  expect((await getOrder(shop, id)).status).toEqual({ ordered: 70, refunded: 30 })
})

test('even if both arrive at the same moment', async () => {
  const { shop, orders } = await shopWith()
  for (let round = 0; round < 10; round++) {
    const { id } = await orderOf(shop, 100)
    const event = { type: 'charge' as const, items: 30 }
    const confirmed = { id, event, attempt: attempt(), expected: 3000n }
    const outcomes = await Promise.all([orders.operate(confirmed), orders.operate(confirmed)])
    expect(outcomes).toEqual(Array(2).fill({ type: 'charge', amount: 3000n }))
    expect((await getOrder(shop, id)).status).toEqual({ ordered: 70, charged: 30 })
  }
})

test('does nothing if the order has changed since the confirmation', async () => {
  const { shop, orders } = await shopWith()
  const { id } = await orderOf(shop, 100)
  const event = { type: 'charge' as const }
  const { amount: expected } = await orders.preview({ id, event })
  await post(shop, id, { type: 'charge', items: 1 })
  await expect(orders.operate({ id, event, attempt: attempt(), expected })).rejects.toMatchObject({
    details: { type: 'conflict' },
  })
  expect((await getOrder(shop, id)).status).toEqual({ ordered: 99, charged: 1 })
})

test('orders of another merchant are not found', async () => {
  const { orders } = await shopWith()
  const theirs = await world.newMerchant()
  const { id } = await orderOf(theirs, 100)
  const event = { type: 'charge' as const }
  expect((await orders.list({})).orders).toEqual([])
  for (const act of [
    () => orders.get({ id }),
    () => orders.preview({ id, event }),
    () => orders.operate({ id, event, attempt: attempt(), expected: 10_000n }),
  ]) {
    await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect((await getOrder(theirs, id)).status).toEqual({ ordered: 100 })
})

test('a search by amount finds orders of exactly that amount', async () => {
  const { shop, orders } = await shopWith()
  for (const items of [99.99, 100, 100.01]) await orderOf(shop, items)
  const amounts = async (filter: object) =>
    (await orders.list(filter)).orders.map(({ amount }) => amount).sort()
  expect(await amounts({ least: '100', most: '100' })).toEqual([10_000n])
  expect(await amounts({ least: '100' })).toEqual([10_000n, 10_001n])
})

test('the audit log has an entry for each confirmation, even if its outcome is still unknown', async () => {
  const { shop, orders } = await shopWith()
  const { id } = await orderOf(shop, 100)
  const same = { id, attempt: attempt() }
  const charge = { ...same, event: { type: 'charge' as const, items: 30 }, expected: 3000n }
  const capture = vi.spyOn(world.runtime.cards.named('test'), 'capture')
  capture.mockResolvedValueOnce({ status: 'unknown', cause: new Error('The service is silent') })
  await expect(orders.operate(charge)).rejects.toMatchObject({ code: 'GATEWAY_TIMEOUT' })
  const entries = async () => {
    const rows = await world.runtime.db.select().from(auditEntry).where(eq(auditEntry.subjectId, id))
    return rows.map(({ after }) => after)
  }
  expect(await entries()).toMatchObject([{ outcome: 'not known yet' }])
  await orders.operate(charge)
  await orders.operate({ ...same, event: { type: 'refund', items: 30 }, expected: 3000n })
  expect(await entries()).toHaveLength(2)
})

test('marks other payments of the same customer and amount within a day', async () => {
  const { shop, orders } = await shopWith('viewer')
  const [jane, janeAgain, john] = await Promise.all(
    ['jane@example.com', 'Jane@Example.com', 'john@example.com'].map(async (email) => {
      const account = await accountWith(shop, visa)
      await call(shop.privateKey, 'PUT', `/account/${account.id}/customer`, { email })
      return account.id
    }),
  )
  const mastercard = '5555555555554444'
  const pay = async (items: number, payment: object, currency = 'SEK', at = shop) => {
    const given = { items, currency, payment }
    return (await call<{ id: string }>(at.privateKey, 'POST', '/order', given)).body.id
  }
  const by = (account: string | undefined) => ({ type: 'account', account })
  const twice = [await pay(10, by(jane)), await pay(10, by(jane))]
  const others = [await pay(10, by(janeAgain)), await pay(10, { type: 'card', card: await tokenFor(shop) })]
  await pay(11, by(jane))
  await pay(10, by(jane), 'EUR')
  await pay(10, { type: 'card', card: await tokenFor(shop, mastercard) })
  const another = await world.newMerchant()
  await pay(10, { type: 'card', card: await tokenFor(another) }, 'SEK', another)
  const older = await pay(10, by(jane))
  await world.runtime.db
    .update(order)
    .set({ created: new Date(0) })
    .where(eq(order.id, older))
  // The same card on another account: only the amount differs from the ones above.
  await pay(12, by(john))

  const found = await orders.similar({ id: twice[0] ?? '' })
  expect(found.isMore).toBe(false)
  expect(found.orders.map(({ id, same }) => [id, same]).toSorted()).toEqual(
    [
      [twice[1], 'account'],
      [others[0], 'email'],
      [others[1], 'card'],
    ].toSorted(),
  )
  expect(await orders.similar({ id: older })).toEqual({ orders: [], isMore: false })
  for (let more = 0; more < 3; more++) await pay(10, by(jane))
  const shown = await orders.similar({ id: twice[0] ?? '' })
  expect([shown.orders.length, shown.isMore]).toEqual([5, true])
})

test('the payments of a daily subscription are not one that was made twice, and have its name beside another', async () => {
  const shop = await shopOn(world, '2027-03-01')
  const account = await payer(shop, visa)
  await subscribe(shop, account, {
    items: [{ name: 'Coffee', price: 100 }],
    schedule: { frequency: 'daily' },
  })
  await move(shop, { to: '2027-03-03' })
  const daily = (await ordersOf(shop, account)).at(-1)?.id ?? ''
  const another = { items: 100, currency: 'SEK', payment: { type: 'account', account: account.id } }
  const { id } = (await call<{ id: string }>(shop.privateKey, 'POST', '/order', another)).body
  const { order: orders } = await dashboardAs(world.runtime, shop.merchant, 'viewer')
  expect((await orders.similar({ id: daily })).orders.map((other) => other.id)).toEqual([id])
  const named = { id: daily, number: null, subscriptionName: 'Coffee', due: '2027-03-03' }
  expect((await orders.similar({ id })).orders).toMatchObject([named])
})
