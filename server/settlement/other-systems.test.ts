// @module-tag slow

import { and, eq, ne } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  cardConnection,
  dispute,
  journalEntry,
  merchant,
  operation,
  payout,
  settlementEntry,
} from '@/db/schema'
import { allDelivered, processAllNotices } from '@/test/stripe/notices'
import { intentOf } from '@/test/stripe/planted-differences'
import { chargedOrder, connect, failsAt, type StripeShop, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import { summaryOf } from '../card/choose-service'
import { newReference } from '../core/id'
import { bookSettlement } from '../journal/book-settlement'
import type { Order } from '../model/order/schemas'
import { processNotices } from '../payment/process-notices'
import { reconcile } from '../payment/reconcile/reconcile'
import { collectAll, collectEntries, collectLatest } from './collect'

const world = testWorld()

let shop: StripeShop
beforeEach(async () => {
  shop = await stripeShop(world)
})

/** Collects everything, and returns the errors at the merchant: earlier tests' merchants have lost their double. */
async function collect(): Promise<unknown[]> {
  const errors: unknown[] = []
  await collectAll(world.runtime, (error, { merchantId }) => {
    if (merchantId === shop.merchant) errors.push(error)
  })
  return errors
}

const db = () => world.runtime.db
const disputesAt = (id: string) => db().select().from(dispute).where(eq(dispute.merchantId, id))
const payoutsAt = (id: string) => db().select().from(payout).where(eq(payout.merchantId, id))
const entriesAt = (id: string) =>
  db().select().from(settlementEntry).where(eq(settlementEntry.merchantId, id))

test.each(['ang', 'std'])(
  'another system’s payment in %s, a currency that Kassa does not have, is left out and delays nothing',
  async (currency) => {
    const { double } = shop
    await collect()
    double.operate('pay', { amount: 5_000, currency })
    const foreign = double.state.paymentIntents.newest()[0]?.id ?? expect.fail('There is no payment')
    double.operate('payout', { currency })
    double.operate('dispute', { intent: foreign, amount: 1_000 })
    const order = await chargedOrder(shop)
    const paid = double.operate('payout', {})
    const { id } = double.operate('dispute', { intent: intentOf(double, order), amount: 2_000 })
    const delivered = (type: string) => double.deliveries.log.filter((each) => each.type === type).length
    await expect.poll(() => delivered('charge.dispute.funds_withdrawn')).toBe(2)
    await expect.poll(() => delivered('payout.reconciliation_completed')).toBe(2)
    const fails = failsAt(shop)
    for (const at of await processNotices(world.runtime, fails)) await collectLatest(world.runtime, at, fails)
    for (const errors of [[], await collect()]) {
      expect(errors).toEqual([])
      expect(await disputesAt(shop.merchant)).toMatchObject([{ id, orderId: order.id }])
      expect(await payoutsAt(shop.merchant)).toMatchObject([{ id: paid?.id, isComplete: true }])
      const entries = await entriesAt(shop.merchant)
      expect(entries.map(({ amount, currency: code }) => [amount, code]).sort()).toEqual([
        [-2_000n, 'SEK'],
        [10_000n, 'SEK'],
      ])
    }
  },
)

/** Connects another merchant to the account of the first. */
async function secondShop(): Promise<StripeShop> {
  const other = await world.newMerchant()
  const { cards, baseUrl } = shop.context
  const second = { ...other, double: shop.double, context: { ...other.context, cards, baseUrl } }
  await connect(second)
  await db().update(merchant).set({ cardService: 'stripe' }).where(eq(merchant.id, other.merchant))
  return second
}

describe('merchants that share an account', () => {
  test('have their own disputes and movements in their books, and what names no merchant in both', async () => {
    const { double } = shop
    const shops = [shop, await secondShop()]
    double.operate('pay', { amount: 5_000 })
    const foreign = double.state.paymentIntents.newest()[0]?.id ?? expect.fail('There is no payment')
    const disputeOf = (intent: string, amount: number) => {
      const { id } = double.operate('dispute', { intent, amount })
      double.operate('close-dispute', { dispute: id, outcome: 'lost' })
      return id
    }
    const shared = disputeOf(foreign, 4_000)
    const own: { order: Order; disputed: string }[] = []
    for (const each of shops) {
      const order = await chargedOrder(each)
      const intent = intentOf(double, order)
      // A refund from the card service's dashboard names no merchant itself.
      double.operate('refund', { intent, amount: 1_000 })
      own.push({ order, disputed: disputeOf(intent, 2_000) })
    }
    expect(await collect()).toEqual([])
    await bookSettlement(world.runtime)
    for (const [index, { merchant: id }] of shops.entries()) {
      const { order, disputed } = own[index] ?? expect.fail('There is no order')
      const disputes = await disputesAt(id)
      expect(new Map(disputes.map((row) => [row.id, row.orderId]))).toEqual(
        new Map([
          [shared, null],
          [disputed, order.id],
        ]),
      )
      const entries = await entriesAt(id)
      expect(entries.map(({ amount, orderId }) => [amount, orderId]).sort()).toEqual(
        [
          [-1_000n, order.id],
          [-2_000n, order.id],
          [-4_000n, null],
          [10_000n, order.id],
          [5_000n, null],
        ].sort(),
      )
      const booked = await db()
        .select()
        .from(journalEntry)
        .where(and(eq(journalEntry.merchantId, id), eq(journalEntry.kind, 'write-off')))
      expect(booked).toMatchObject([{ orderId: order.id, amount: -2_000n }])
    }
  })

  test('have only their own payments compared, and those that name no merchant', async () => {
    const shops = [shop, await secondShop()]
    shop.double.operate('pay', { amount: 5_000 })
    for (const each of shops) await chargedOrder(each)
    for (const { context } of shops) {
      const range = { from: new Date(0), to: undefined }
      const compared = await reconcile(context, { cause: 'daily', range })
      expect(compared).toMatchObject({ payments: 2, differences: [{ kind: 'foreign', orderId: null }] })
    }
  })

  test('are both warned', async () => {
    const isShared = async ({ context }: StripeShop) => (await summaryOf(context, 'stripe'))?.isShared
    // Every double has the same account. Its live mode has nothing in common with its test mode.
    await db()
      .update(cardConnection)
      .set({ mode: 'live' })
      .where(ne(cardConnection.merchantId, shop.merchant))
    expect(await isShared(shop)).toBe(false)
    const second = await secondShop()
    expect([await isShared(shop), await isShared(second)]).toEqual([true, true])
  })
})

test('a notice does not hasten an operation of another merchant, whose id its payment names', async () => {
  const { merchant: merchantId } = await world.newMerchant()
  const id = newReference()
  await db()
    .insert(operation)
    .values({
      ...{ merchantId, orderId: 'abcdefghABCDEFGH', place: 1, id, kind: 'authorise', status: 'pending' },
      ...{ amount: 100n, currency: 'SEK', byAccount: false, created: world.clock.now() },
    })
  shop.double.operate('pay', { amount: 5_000, metadata: { operation: id } })
  await allDelivered(shop.double)
  await processAllNotices(world.runtime, shop)
  const [row] = await db().select().from(operation).where(eq(operation.id, id))
  // What is hastened is taken over at once.
  expect(row).toMatchObject({ attempts: 1 })
  await db().delete(operation).where(eq(operation.id, id))
})

test('payments of an earlier installation are like those of another system', async () => {
  const { double } = shop
  await secondShop()
  const metadata = { merchant: 'wXyZaBcD', order: 'aKdRUwhpmEoXqTfB', operation: crypto.randomUUID() }
  double.operate('pay', { amount: 50_000, metadata })
  const earlier = double.state.paymentIntents.newest()[0]?.id ?? expect.fail('There is no payment')
  const { id } = double.operate('dispute', { intent: earlier, amount: 4_000 })
  await chargedOrder(shop)
  const paid = double.operate('payout', {})
  expect(await collect()).toEqual([])
  expect(await disputesAt(shop.merchant)).toMatchObject([{ id, orderId: null, amount: 4_000n }])
  const entries = await entriesAt(shop.merchant)
  const net = entries.reduce((sum, { amount, fee }) => sum + amount - fee, 0n)
  expect(await payoutsAt(shop.merchant)).toMatchObject([{ id: paid?.id, amount: net, isComplete: true }])
  const compared = await reconcile(shop.context, {
    cause: 'daily',
    range: { from: new Date(0), to: undefined },
  })
  expect(compared).toMatchObject({ payments: 2, differences: [{ kind: 'foreign', orderId: null }] })
})

test('movements are read once, even if none of them are the merchant’s', async () => {
  const { double } = shop
  const { merchant: another } = await secondShop()
  for (let count = 0; count < 101; count++)
    double.operate('pay', { amount: 5_000, metadata: { merchant: another } })
  const pagesRead = async () => {
    const before = double.requests.length
    await collectEntries(shop.context, 'stripe')
    return double.requests.slice(before).length
  }
  expect(await collect()).toEqual([])
  expect(await entriesAt(shop.merchant)).toEqual([])
  // Entries can be late, but not by three days.
  for (const entry of double.state.balanceTransactions.newest()) entry.created -= 3 * 86_400
  expect(await pagesRead()).toBe(1)
})

test('a list of movements that cannot be read delays neither payouts nor disputes', async () => {
  const { double } = shop
  const order = await chargedOrder(shop)
  double.operate('payout', {})
  double.operate('dispute', { intent: intentOf(double, order), amount: 2_000 })
  double.operate('fault', { kind: 'refused', path: '^/v1/balance_transactions$' })
  expect(await collect()).toHaveLength(2)
  expect(await entriesAt(shop.merchant)).toEqual([])
  expect(await payoutsAt(shop.merchant)).toMatchObject([{ isComplete: false }])
  expect(await disputesAt(shop.merchant)).toMatchObject([{ orderId: order.id }])
  double.operate('clear-faults', {})
  expect(await collect()).toEqual([])
  expect(await payoutsAt(shop.merchant)).toMatchObject([{ isComplete: true }])
})
