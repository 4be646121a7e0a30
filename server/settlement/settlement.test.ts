// @module-tag slow

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { callbackDelivery, dispute, journalEntry, merchant, payout, settlementEntry } from '@/db/schema'
import { getOrder, post } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { teamMailsOf } from '@/test/people-mail'
import { chargedOrder, failsAt, type StripeShop, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import { bookSettlement } from '../journal/book-settlement'
import type { Callback } from '../model/callback'
import type { Dispute } from '../model/card/settlement'
import { followService } from '../payment/follow-service'
import { processNotices } from '../payment/process-notices'
import { collectAll, collectLatest } from './collect'
import { listDisputes } from './disputes'
import { exportDisputes } from './export-disputes'
import { exportFees } from './export-fees'
import { exportPayout } from './export-payout'
import { exportPayouts } from './export-payouts'
import { recordDispute } from './record-dispute'

const world = testWorld()

let shop: StripeShop
beforeEach(async () => {
  shop = await stripeShop(world)
})

const collect = () => collectAll(world.runtime, failsAt(shop))

/** The payment of an order at Stripe. */
const intentOf = (id: string): string =>
  shop.double.state.paymentIntents.newest().find(({ metadata }) => metadata.order === id)?.id ??
  expect.fail(`Order ${id} has no payment`)

const disputes = () => world.runtime.db.select().from(dispute).where(eq(dispute.merchantId, shop.merchant))
const payouts = () => world.runtime.db.select().from(payout).where(eq(payout.merchantId, shop.merchant))
const entries = () =>
  world.runtime.db.select().from(settlementEntry).where(eq(settlementEntry.merchantId, shop.merchant))

async function callbacks(): Promise<Callback[]> {
  const rows = await world.runtime.db
    .select()
    .from(callbackDelivery)
    .where(eq(callbackDelivery.merchantId, shop.merchant))
  return rows.map(({ payload }) => JSON.parse(payload)).filter(({ type }) => type.startsWith('dispute.'))
}
const teamMails = () => teamMailsOf(world.runtime, shop.merchant)

describe('a dispute', () => {
  test('is stored with its order, and the team and the merchant’s systems are notified once', async () => {
    await world.runtime.db
      .update(merchant)
      .set({ callbacks: ['https://shop.example/callbacks'] })
      .where(eq(merchant.id, shop.merchant))
    const order = await chargedOrder(shop)
    const opened = shop.double.operate('dispute', { intent: intentOf(order.id), amount: 4_000 })
    await collect()
    await collect()
    expect(await disputes()).toMatchObject([
      {
        id: opened.id,
        orderId: order.id,
        amount: 4000n,
        currency: 'SEK',
        state: 'needs response',
        isInquiry: false,
        reason: 'the cardholder did not make this payment',
        due: new Date((opened.evidence_details.due_by ?? 0) * 1000),
      },
    ])
    expect((await callbacks()).map(({ type, data }) => [type, data.order?.id, data.dispute?.amount])).toEqual(
      [['dispute.opened', order.id, 40]],
    )
    expect(await teamMails()).toHaveLength(1)
    shop.double.operate('close-dispute', { dispute: opened.id, outcome: 'lost' })
    await collect()
    await collect()
    expect(await disputes()).toMatchObject([{ state: 'lost', decided: expect.any(Date) }])
    expect((await callbacks()).map(({ type }) => type)).toEqual(['dispute.opened', 'dispute.lost'])
    expect(await teamMails()).toHaveLength(2)
    // The order's own amounts are untouched: nothing was refunded.
    expect((await getOrder(shop, order.id)).status).toEqual({ charged: 100 })
  })

  test('comes by notice, whatever the order and the number of its notices', async () => {
    await collect()
    shop.double.operate('notifications', { copies: 2, shuffleMs: 20, hold: true })
    const order = await chargedOrder(shop)
    const { id } = shop.double.operate('dispute', { intent: intentOf(order.id) })
    shop.double.operate('close-dispute', { dispute: id, outcome: 'won' })
    shop.double.operate('release-notifications', {})
    const delivered = (type: string) => shop.double.deliveries.log.filter((each) => each.type === type).length
    await expect.poll(() => delivered('charge.dispute.closed')).toBe(2)
    await expect.poll(() => delivered('charge.dispute.created')).toBe(2)
    const fails = failsAt(shop)
    for (const at of await processNotices(world.runtime, fails)) await collectLatest(world.runtime, at, fails)
    expect(await disputes()).toMatchObject([{ id, state: 'won' }])
    const [opened, reversed] = (await entries()).filter(({ kind }) => kind.startsWith('dispute'))
    expect([opened, reversed].map((entry) => entry?.orderId)).toEqual([order.id, order.id])
  })

  test('that was decided is not reopened by an older state', async () => {
    const order = await chargedOrder(shop)
    const { id } = shop.double.operate('dispute', { intent: intentOf(order.id) })
    const { settlement } = shop.context.cards.named('stripe')
    const before = await settlement?.dispute({ merchantId: shop.merchant, id })
    shop.double.operate('close-dispute', { dispute: id, outcome: 'lost' })
    await collect()
    if (before) await recordDispute(shop.context, 'stripe', before)
    expect(await disputes()).toMatchObject([{ state: 'lost' }])
  })
})

describe('a payout', () => {
  test('consists of its charges, refunds, fees and disputes, to the cent', async () => {
    const first = await chargedOrder(shop)
    const second = await chargedOrder(shop)
    const third = await chargedOrder(shop)
    await post(shop, first.id, { type: 'refund', items: 30.01 })
    shop.double.operate('dispute', { intent: intentOf(second.id), amount: 1_999 })
    const paid = shop.double.operate('payout', {})
    if (!paid) expect.fail('nothing was paid out')
    await collect()
    await collect()
    expect(await payouts()).toMatchObject([{ id: paid.id, amount: BigInt(paid.amount), isComplete: true }])
    const rows = await entries()
    expect(rows.reduce((sum, { net }) => sum + net, 0n)).toBe(BigInt(paid.amount))
    expect(rows.every(({ payoutId }) => payoutId === paid.id)).toBe(true)
    expect(rows.map(({ kind, orderId, amount }) => [kind, orderId, amount]).sort()).toEqual(
      [
        ['charge', first.id, 10_000n],
        ['charge', second.id, 10_000n],
        ['charge', third.id, 10_000n],
        ['refund', first.id, -3_001n],
        ['dispute', second.id, -1_999n],
      ].sort(),
    )
  })

  test('that fails after it was paid is shown as failed, and its money is in the next one', async () => {
    await chargedOrder(shop)
    const paid = shop.double.operate('payout', {})
    if (!paid) expect.fail('nothing was paid out')
    await collect()
    const mine = await dashboardAs(world.runtime, shop.merchant, 'admin')
    shop.double.operate('fail-payout', { payout: paid.id })
    for (const _ of ['once', 'twice']) await collect()
    expect(await mine.notification.list()).toMatchObject([
      {
        ...{ kind: 'late failure', path: `/payouts/stripe/${paid.id}` },
        subject: { what: 'payout failed', service: 'Stripe', amount: `${paid.amount}` },
      },
    ])
    const toDo = { kind: 'failed payouts', count: 1 }
    expect((await mine.report.todo()).items).toContainEqual(toDo)
    const again = shop.double.operate('payout', {})
    await collect()
    const found = await payouts()
    expect(found.map(({ id, state }) => [id, state]).sort()).toEqual(
      [
        [paid.id, 'failed'],
        [again?.id, 'on its way'],
      ].sort(),
    )
    expect((await entries()).find(({ kind }) => kind === 'failed payout')).toMatchObject({
      payoutId: again?.id,
      amount: BigInt(paid.amount),
    })
  })

  test('has a charge that failed later, which is unexplained until its order has the event', async () => {
    const order = await chargedOrder(shop)
    shop.double.operate('fail-capture', { intent: intentOf(order.id) })
    await collect()
    expect((await entries()).map(({ kind, orderId, amount }) => [kind, orderId, amount]).sort()).toEqual([
      ['charge', order.id, 10_000n],
      ['refund', order.id, -10_000n],
    ])
    const others = async () => {
      await bookSettlement(world.runtime)
      const ofShop = eq(journalEntry.merchantId, shop.merchant)
      const booked = await world.runtime.db.select().from(journalEntry).where(ofShop)
      return booked.flatMap(({ kind, amount }) => (kind === 'fee' ? [] : amount)).sort()
    }
    expect(await others()).toEqual([-10_000n])
    expect(await followService(shop.context, order.id)).toBe(true)
    expect(await others()).toEqual([-10_000n, 10_000n])
  })

  test('has payments of other systems too, without an order', async () => {
    shop.double.operate('pay', { amount: 5_000 })
    shop.double.operate('payout', {})
    await collect()
    expect(await entries()).toMatchObject([{ kind: 'charge', orderId: null, amount: 5_000n }])
  })
})

test('an order of another merchant never gets an entry', async () => {
  const order = await chargedOrder(shop)
  const intent = intentOf(order.id)
  const other = await stripeShop(world)
  other.double.operate('pay', { amount: 700, metadata: { order: order.id, merchant: shop.merchant } })
  const charge = other.double.state.charges.newest()[0]
  if (charge) charge.payment_intent = intent
  await collectAll(world.runtime, () => {})
  const rows = await world.runtime.db
    .select()
    .from(settlementEntry)
    .where(eq(settlementEntry.merchantId, other.merchant))
  expect(rows.map(({ orderId }) => orderId)).toEqual([null])
})

describe('the dashboard', () => {
  const viewer = (merchantId: string) => dashboardAs(world.runtime, merchantId, 'viewer')

  test('lists open disputes by deadline, and decided ones separately, page by page', async () => {
    const order = await chargedOrder(shop)
    const of = (id: string, state: Dispute['state'], due: string | null, opened = '2026-11-01') => ({
      id,
      authorisation: intentOf(order.id),
      amount: 100n,
      currency: 'SEK',
      reason: 'fraud',
      state,
      isInquiry: false,
      opened: new Date(opened),
      due: due === null ? null : new Date(due),
    })
    for (const found of [
      of('late', 'needs response', '2026-12-09'),
      of('never', 'under review', null),
      of('soon', 'needs response', '2026-12-01'),
      of('won', 'won', '2026-11-20', '2026-10-01'),
      of('lost', 'lost', '2026-11-20', '2026-10-02'),
    ])
      await recordDispute(shop.context, 'stripe', found)
    const idsOf = async (show: 'open' | 'closed') => {
      const ids: string[] = []
      let after: string | undefined
      do {
        const page = await listDisputes(shop.context, { show, after, limit: 1 })
        ids.push(...page.rows.map(({ id }) => id))
        after = page.next
      } while (after !== undefined)
      return ids
    }
    expect(await idsOf('open')).toEqual(['soon', 'late', 'never'])
    expect(await idsOf('closed')).toEqual(['lost', 'won'])
    const { payout: pages } = await viewer(shop.merchant)
    expect(await pages.disputes({})).toMatchObject({
      disputes: [{ id: 'soon', order: { id: order.id } }, {}, {}],
      totals: { count: 3, sums: [{ amount: 300n, currency: 'SEK' }] },
    })
    const exported = exportDisputes(shop.context, { show: 'closed', columns: 'amount,status' })
    expect((await new Response(exported).text()).split('\n').slice(1, 3)).toEqual([
      '1,00;SEK;lost;no',
      '1,00;SEK;won;no',
    ])
  })

  test('shows a payout to its own merchant only, and exports it', async () => {
    const order = await chargedOrder(shop)
    const paid = shop.double.operate('payout', {})
    if (!paid) expect.fail('nothing was paid out')
    await collect()
    const own = await viewer(shop.merchant)
    const named = { service: 'stripe', id: paid.id }
    expect(await own.payout.get(named)).toMatchObject({ missing: 0n, entries: [{ order: { id: order.id } }] })
    const { payouts: listed, totals } = await own.payout.list({})
    expect(listed).toMatchObject([{ id: paid.id, serviceTitle: 'Stripe' }])
    expect(totals).toMatchObject({ count: 1, sums: [{ amount: listed[0]?.amount, currency: 'SEK' }] })
    expect(await own.payout.list({ end: '2001-01-01' })).toMatchObject({ payouts: [], totals: { count: 0 } })
    const exported = exportPayouts(shop.context, { columns: 'charged,service,id' })
    expect((await new Response(exported).text()).split('\n')[1]).toBe(`100,00;Stripe;${paid.id}`)
    expect(await own.report.fees({})).toMatchObject({ fees: [{ order: { id: order.id } }] })
    const fees = await new Response(exportFees(shop.context, { columns: 'order' })).text()
    expect(fees.split('\n')[1]).toContain(order.id)
    const csv = await new Response(await exportPayout(shop.context, named)).text()
    const [head, entry] = csv.split('\n')
    expect(head).toBe('payout;id;kind;date;order;number;currency;amount;fee;net')
    expect(entry).toContain(`;${order.id};`)
    expect((await own.order.get({ id: order.id })).proceeds).toMatchObject([{ currency: 'SEK' }])

    const stranger = await world.newMerchant()
    const other = await viewer(stranger.merchant)
    await expect(other.payout.get(named)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await other.payout.list({})).payouts).toEqual([])
    expect((await other.payout.disputes({})).disputes).toEqual([])
    await expect(exportPayout(stranger.context, named)).rejects.toMatchObject({ code: 'not-found' })
  })
})
