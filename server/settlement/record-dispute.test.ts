// @module-tag slow

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { callbackDelivery, dispute, merchant, notification, order } from '@/db/schema'
import { dashboardAs } from '@/test/members'
import { intentOf } from '@/test/stripe/planted-differences'
import { chargedOrder, failsAt, type StripeShop, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import { factsOf } from '../customer/order-facts'
import { bookSettlement } from '../journal/book-settlement'
import type { Callback } from '../model/callback'
import type { Order } from '../model/order/schemas'
import { exportOrders } from '../order/export-orders'
import { findNamed } from '../search/find-named'
import { requireOrder } from '../store/read-orders'
import { collectAll } from './collect'
import { recordDispute } from './record-dispute'

const world = testWorld()

let shop: StripeShop
let placed: Order
beforeEach(async () => {
  shop = await stripeShop(world)
  await world.runtime.db
    .update(merchant)
    .set({ callbacks: ['https://shop.example/callbacks'] })
    .where(eq(merchant.id, shop.merchant))
  placed = await chargedOrder(shop)
})

const collect = () => collectAll(world.runtime, failsAt(shop))

const stored = () => world.runtime.db.select().from(dispute).where(eq(dispute.merchantId, shop.merchant))

async function callbacks(): Promise<Callback[]> {
  const rows = await world.runtime.db
    .select()
    .from(callbackDelivery)
    .where(eq(callbackDelivery.merchantId, shop.merchant))
    .orderBy(callbackDelivery.position)
  return rows.map(({ payload }) => JSON.parse(payload)).filter(({ type }) => type.startsWith('dispute.'))
}

/** What the team was notified of. */
async function notices(): Promise<{ what: string; isInquiry?: boolean; wasInquiry?: boolean }[]> {
  const rows = await world.runtime.db
    .select({ subject: notification.subject })
    .from(notification)
    .where(eq(notification.merchantId, shop.merchant))
    .orderBy(notification.created)
  return rows.map(({ subject: { what, ...about } }) => ({
    what,
    ...('isInquiry' in about && { isInquiry: about.isInquiry }),
    ...('wasInquiry' in about && { wasInquiry: about.wasInquiry }),
  }))
}

/** Sets the payment that the order knows. */
const pay = (serviceReference: string) =>
  world.runtime.db.update(order).set({ serviceReference }).where(eq(order.id, placed.id))

test.each([
  ['open', [], ['dispute.opened']],
  ['lost', ['lost'], ['dispute.opened', 'dispute.lost']],
] as const)(
  'a dispute that is %s when its order gets to know its payment belongs to the order from then on',
  async (_, outcomes, types) => {
    const intent = intentOf(shop.double, placed)
    await pay('pi_another')
    const opened = shop.double.operate('dispute', { intent, amount: 4_000 })
    await collect()
    for (const outcome of outcomes) shop.double.operate('close-dispute', { dispute: opened.id, outcome })
    await collect()
    expect(await stored()).toMatchObject([{ id: opened.id, orderId: null }])
    expect(await callbacks()).toEqual([])
    const noticed = await notices()
    expect(noticed).toEqual(types.map((type) => ({ what: type.replace('.', ' ') })))

    await pay(intent)
    await collect()
    await collect()
    expect(await stored()).toMatchObject([{ id: opened.id, orderId: placed.id }])
    expect((await callbacks()).map(({ type, data }) => [type, data.order?.id])).toEqual(
      types.map((type) => [type, placed.id]),
    )
    // The team was notified when it happened.
    expect(await notices()).toEqual(noticed)
  },
)

/** Makes a dispute of an inquiry. Returns a function that then records the inquiry as it was before. */
async function escalate(id: string): Promise<() => Promise<void>> {
  const { settlement } = shop.context.cards.named('stripe')
  const before = await settlement?.dispute({ merchantId: shop.merchant, id })
  shop.double.state.disputes.get(id).status = 'needs_response'
  await collect()
  if (!before) expect.fail('no inquiry')
  return async () => {
    await recordDispute(shop.context, 'stripe', before)
  }
}

test('the team and the merchant’s systems are notified again when an inquiry becomes a dispute', async () => {
  const { id } = shop.double.operate('dispute', { intent: intentOf(shop.double, placed), inquiry: true })
  await collect()
  const recordInquiry = await escalate(id)
  // An older state changes nothing.
  await recordInquiry()
  await collect()
  shop.double.operate('close-dispute', { dispute: id, outcome: 'lost' })
  await collect()
  expect((await callbacks()).map(({ type, data }) => [type, data.dispute?.inquiry])).toEqual([
    ['dispute.opened', true],
    ['dispute.opened', false],
    ['dispute.lost', false],
  ])
  expect(await notices()).toEqual([
    { what: 'dispute opened', isInquiry: true },
    { what: 'dispute opened', wasInquiry: true },
    { what: 'dispute lost' },
  ])
})

test.each(['won', 'lost'] as const)(
  'a lost dispute that is appealed is open again until it is %s',
  async (outcome) => {
    const { state } = shop.double
    const { id } = shop.double.operate('dispute', { intent: intentOf(shop.double, placed) })
    await collect()
    shop.double.operate('close-dispute', { dispute: id, outcome: 'lost' })
    await collect()
    await bookSettlement(world.runtime)
    expect(await stored()).toMatchObject([{ state: 'lost', writtenOff: -10_000n }])
    for (const [status, expected] of [
      ['appeal_needs_response', 'needs response'],
      ['appeal_under_review', 'under review'],
    ] as const) {
      state.disputes.get(id).status = status
      await collect()
      await bookSettlement(world.runtime)
      expect(await stored()).toMatchObject([{ state: expected, decided: null, writtenOff: 0n }])
    }
    state.disputes.get(id).status = outcome
    await collect()
    expect(await stored()).toMatchObject([{ state: outcome, decided: expect.any(Date) }])
    const types = ['dispute opened', 'dispute lost', 'dispute opened', `dispute ${outcome}`]
    expect((await notices()).map(({ what }) => what)).toEqual(types)
    expect((await callbacks()).map(({ type }) => type.replace('.', ' '))).toEqual(types)
  },
)

test('the team is notified of an appeal even if Kassa first learned of the dispute when it had been lost', async () => {
  const { id } = shop.double.operate('dispute', { intent: intentOf(shop.double, placed) })
  shop.double.operate('close-dispute', { dispute: id, outcome: 'lost' })
  await collect()
  for (const status of ['appeal_needs_response', 'lost']) {
    shop.double.state.disputes.get(id).status = status
    await collect()
  }
  const types = ['dispute opened', 'dispute lost', 'dispute opened', 'dispute lost']
  expect((await notices()).map(({ what }) => what)).toEqual(types)
  expect((await callbacks()).map(({ type }) => type.replace('.', ' '))).toEqual(types)
})

test('an inquiry that was closed can still become a dispute, and an older state changes nothing', async () => {
  const { state } = shop.double
  const { id } = shop.double.operate('dispute', { intent: intentOf(shop.double, placed), inquiry: true })
  await collect()
  state.disputes.get(id).status = 'warning_closed'
  await collect()
  const recordInquiry = await escalate(id)
  await recordInquiry()
  expect(await stored()).toMatchObject([{ id, state: 'needs response', isInquiry: false }])
  expect(await notices()).toEqual([
    { what: 'dispute opened', isInquiry: true },
    { what: 'dispute closed', isInquiry: true },
    { what: 'dispute opened', wasInquiry: true },
  ])
  expect((await callbacks()).map(({ type, data }) => [type, data.dispute?.status])).toEqual([
    ['dispute.opened', 'needs response'],
    ['dispute.closed', 'closed'],
    ['dispute.opened', 'needs response'],
  ])
})

test('a dispute that takes longer than usual is followed until it ends, and a closed inquiry for a year, without notices', async () => {
  const { state } = shop.double
  const old = Math.floor(Date.now() / 1000) - 121 * 86_400
  const intent = intentOf(shop.double, placed)
  const inquiry = shop.double.operate('dispute', { intent, amount: 1_000, inquiry: true })
  const other = shop.double.operate('dispute', { intent, amount: 2_000 })
  await collect()
  await world.runtime.db
    .update(dispute)
    .set({ opened: new Date(old * 1000) })
    .where(eq(dispute.merchantId, shop.merchant))
  Object.assign(state.disputes.get(inquiry.id), { created: old, status: 'warning_closed' })
  Object.assign(state.disputes.get(other.id), { created: old, status: 'lost' })
  await collect()
  expect(new Map((await stored()).map((row) => [row.id, row.state]))).toEqual(
    new Map([
      [inquiry.id, 'closed'],
      [other.id, 'lost'],
    ]),
  )
  Object.assign(state.disputes.get(inquiry.id), { status: 'needs_response' })
  await collect()
  expect((await stored()).find(({ id }) => id === inquiry.id)?.state).toBe('needs response')
})

test('an appeal is found without a notice, however old its dispute is', async () => {
  const { state } = shop.double
  const { id } = shop.double.operate('dispute', { intent: intentOf(shop.double, placed), amount: 2_000 })
  await collect()
  shop.double.operate('close-dispute', { dispute: id, outcome: 'lost' })
  await collect()
  const created = Math.floor(Date.now() / 1000) - 121 * 86_400
  const opened = new Date(created * 1000)
  await world.runtime.db.update(dispute).set({ opened }).where(eq(dispute.merchantId, shop.merchant))
  Object.assign(state.disputes.get(id), { created, status: 'appeal_under_review' })
  await collect()
  expect((await stored()).map((row) => row.state)).toEqual(['under review'])
})

test('what the bank has returned is no longer paid, and lists and the order say that it is lost', async () => {
  const { id } = shop.double.operate('dispute', { intent: intentOf(shop.double, placed), amount: 4_000 })
  await collect()
  const { order: orders } = await dashboardAs(world.runtime, shop.merchant, 'viewer')
  const disputed = async () => (await orders.list({})).orders.map((each) => each.disputed)
  const facts = async () => {
    const row = await requireOrder(shop.context, placed.id)
    return (await factsOf(shop.context, [row])).get(placed.id)?.map(({ kind, amount }) => [kind, amount])
  }
  expect(await disputed()).toEqual([{ open: 4_000n, lost: 0n }])
  expect(await facts()).toEqual([
    ['paid', 10_000n],
    ['disputed', 4_000n],
  ])
  shop.double.operate('close-dispute', { dispute: id, outcome: 'lost' })
  for (const _ of ['once', 'twice']) await collect()
  expect(await disputed()).toEqual([{ open: 0n, lost: 4_000n }])
  expect(await facts()).toEqual([
    ['paid', 6_000n],
    ['returned', 4_000n],
  ])
  expect((await orders.get({ id: placed.id })).disputes).toMatchObject([{ decided: expect.any(Date) }])
  expect(await findNamed(shop.context, [{ kind: 'order', id: placed.id }])).toMatchObject([
    { disputed: { open: 0n, lost: 4_000n } },
  ])
  const second = await chargedOrder(shop)
  expect(await orders.similar({ id: second.id })).toMatchObject({
    orders: [{ id: placed.id, disputed: { open: 0n, lost: 4_000n } }],
  })
  const exported = exportOrders(shop.context, { columns: 'status' })
  expect(await new Response(exported).text()).toContain('Dispute lost')
})
