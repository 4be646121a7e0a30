// @module-tag slow

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { dispute, journalEntry } from '@/db/schema'
import { post } from '@/test/call'
import { dashboard, newMember } from '@/test/members'
import { intentOf } from '@/test/stripe/planted-differences'
import { chargedOrder, failsAt, type StripeShop, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import { bookSettlement } from '../journal/book-settlement'
import { checkBooks } from '../journal/check-books'
import type { Order } from '../model/order/schemas'
import { followService } from '../payment/follow-service'
import { collectAll } from './collect'

const world = testWorld()

let shop: StripeShop
beforeEach(async () => {
  shop = await stripeShop(world)
})

/** Has a dispute prevented, and returns its state in Kassa. */
async function prevent(order: Order, prevented: 'withdrawn' | 'refunded', amount?: number) {
  const intent = intentOf(shop.double, order)
  shop.double.operate('dispute', { intent, prevented, ...(amount && { amount }) })
  return collect()
}

async function collect() {
  await collectAll(world.runtime, failsAt(shop))
  await bookSettlement(world.runtime)
  const [row] = await world.runtime.db.select().from(dispute).where(eq(dispute.merchantId, shop.merchant))
  return row?.state
}

/** What is left on the account of disputed payments, and what was lost. */
async function books() {
  const rows = await world.runtime.db
    .select()
    .from(journalEntry)
    .where(eq(journalEntry.merchantId, shop.merchant))
  const sum = (kind: string) =>
    rows.reduce((total, row) => (row.kind === kind ? total + row.amount : total), 0n)
  expect((await checkBooks(shop.context)).filter(({ broken }) => broken > 0)).toEqual([])
  return { disputed: sum('dispute') - sum('write-off'), lost: -sum('write-off') }
}

const refundable = async ({ id }: Order) => {
  const viewer = await newMember(world.runtime, shop.merchant, 'viewer')
  const { possible } = await dashboard(world.runtime, viewer, shop.merchant).order.get({ id })
  return possible.map(({ amount }) => amount)
}

test('a dispute that was prevented by taking its amount is lost', async () => {
  const order = await chargedOrder(shop)
  expect(await prevent(order, 'withdrawn')).toBe('lost')
  expect(await books()).toEqual({ disputed: 0n, lost: 10_000n })
  expect(await refundable(order)).toEqual([])
})

test('what is left after a part was taken can be refunded', async () => {
  const order = await chargedOrder(shop)
  expect(await prevent(order, 'withdrawn', 4000)).toBe('lost')
  expect(await books()).toEqual({ disputed: 0n, lost: 4000n })
  expect(await refundable(order)).toEqual([6000n])
})

test('a dispute that was prevented by an earlier refund takes nothing', async () => {
  const order = await chargedOrder(shop)
  await post(shop, order.id, { type: 'refund', items: 60 })
  expect(await prevent(order, 'refunded', 6000)).toBe('closed')
  expect(await books()).toEqual({ disputed: 0n, lost: 0n })
  expect(await refundable(order)).toEqual([4000n])
})

test('a prevented dispute whose amount came back is won', async () => {
  const order = await chargedOrder(shop)
  expect(await prevent(order, 'withdrawn')).toBe('lost')
  const [opened] = shop.double.state.disputes.newest()
  if (!opened) expect.fail('there is no dispute')
  shop.double.operate('close-dispute', { dispute: opened.id, outcome: 'won' })
  expect(await collect()).toBe('won')
  expect(await books()).toEqual({ disputed: 0n, lost: 0n })
  expect(await refundable(order)).toEqual([10_000n])
})

test.each([
  ['withdrawn', []],
  ['refunded', [{ kind: 'refund', amount: 6000n }]],
] as const)('a refund that failed later is open only if the amount was not %s', async (prevented, open) => {
  const order = await chargedOrder(shop)
  await post(shop, order.id, { type: 'refund', items: 60 })
  shop.double.operate('fail-refund', { refund: shop.double.state.refunds.newest()[0]?.id ?? '' })
  await followService(shop.context, order.id)
  await prevent(order, prevented, 6000)
  const viewer = await newMember(world.runtime, shop.merchant, 'viewer')
  const { lateFailures } = await dashboard(world.runtime, viewer, shop.merchant).order.get({ id: order.id })
  expect(lateFailures).toMatchObject(open)
  expect(lateFailures).toHaveLength(open.length)
})
