import { and, eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { journalEntry, notification, payout, settlementEntry } from '@/db/schema'
import { post } from '@/test/call'
import { dashboardAs, newMember } from '@/test/members'
import { readDuring } from '@/test/race'
import { chargedOrder, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import { days, later } from '../core/clock'
import { bookSettlement } from '../journal/book-settlement'
import { collectAll } from './collect'
import { exportPayouts } from './export-payouts'
import { listFees } from './fees'
import { listPayouts, requirePayout, totalPayouts } from './payouts'
import { recordPayout } from './record-entries'

const world = testWorld()

test.each(['America/Los_Angeles', 'Europe/Stockholm', 'Pacific/Auckland'])(
  'a payout arrives on the day that it is booked on, for a merchant in %s',
  async (timeZone) => {
    const shop = await world.newMerchant()
    const context = { ...shop.context, merchant: { ...shop.context.merchant, timeZone } }
    const arrives = new Date('2026-12-01T00:00:00Z')
    const named = { service: 'stripe', id: `po_${shop.merchant}` }
    await world.runtime.db.insert(payout).values({
      ...named,
      merchantId: shop.merchant,
      amount: 57_960n,
      currency: 'SEK',
      state: 'paid',
      arrives,
      created: arrives,
      isComplete: false,
    })
    const on = (day: string) => listPayouts(context, { start: day, end: day, limit: 10 })
    expect((await on('2026-12-01')).rows).toMatchObject([{ arrivesOn: '2026-12-01' }])
    expect((await on('2026-11-30')).rows).toEqual([])
    expect((await on('2026-12-02')).rows).toEqual([])
    const december = { start: '2026-12-01', end: '2026-12-31' }
    expect(await totalPayouts(context, december)).toMatchObject([{ amount: 57_960n }])
    expect(await requirePayout(context, named)).toMatchObject({ arrivesOn: '2026-12-01' })
    const csv = await new Response(exportPayouts(context, { ...december, columns: 'arrives' })).text()
    expect(csv.split(/\r?\n/)[1]).toBe('2026-12-01')
    await world.runtime.db.update(payout).set({ state: 'failed' }).where(eq(payout.merchantId, shop.merchant))
    const failed = await new Response(exportPayouts(context, { columns: 'arrives,status' })).text()
    expect(failed.split(/\r?\n/)[1]).toBe(';failed')
  },
)

test('the columns of an exported payout add up to its amount, with disputes and whatever else it has', async () => {
  const { merchant, context } = await world.newMerchant()
  const date = new Date('2026-12-01T00:00:00Z')
  const common = { merchantId: merchant, service: 'stripe', currency: 'SEK' }
  const { db } = world.runtime
  await db.insert(payout).values({
    ...{ ...common, id: 'po_1', amount: 57_960n, state: 'paid', isComplete: true },
    ...{ arrives: date, created: date },
  })
  const movements = [
    ['charge', 100_000n, 2_040n],
    ['refund', -5_000n, 0n],
    ['dispute', -20_000n, 15_000n],
  ] as const
  // Another payout of the same merchant has parts of its own.
  await db.insert(payout).values({
    ...{ ...common, id: 'po_2', amount: 1_000n, state: 'paid', isComplete: true },
    ...{ arrives: later(date, -days(1)), created: later(date, -days(1)) },
  })
  await db.insert(settlementEntry).values({
    ...{
      ...common,
      id: 'other',
      kind: 'charge',
      amount: 1_000n,
      fee: 0n,
      net: 1_000n,
      date,
      payoutId: 'po_2',
    },
  })
  await db.insert(settlementEntry).values(
    movements.map(([kind, amount, fee]) => ({
      ...{ ...common, id: kind, kind, amount, fee, net: amount - fee, date },
      payoutId: 'po_1',
    })),
  )
  const columns = 'charged,refunded,fees,amount'
  const csv = await new Response(exportPayouts(context, { columns })).text()
  expect(csv.replace('\ufeff', '').split(/\r?\n/).slice(0, 3)).toEqual([
    'charged;refunded;fees;other;amount;currency',
    '1000,00;50,00;170,40;-200,00;579,60;SEK',
    '10,00;0,00;0,00;0,00;10,00;SEK',
  ])
})

test('a payout that was requested manually is never itemised, and not awaited', async () => {
  const shop = await stripeShop(world)
  await chargedOrder(shop)
  const { settlement } = shop.context.cards.named('stripe')
  const lists = vi.spyOn(settlement ?? expect.fail('Stripe has no payouts'), 'payoutsSince')
  const collect = () => collectAll(world.runtime, (error) => expect.fail(String(error)))
  const paid = shop.double.operate('payout', { manual: true }) ?? expect.fail('nothing was paid out')
  const old = Math.floor(Date.now() / 1000) - 60 * 86_400
  Object.assign(paid, { created: old, status: 'paid' })
  await collect()
  await collect()
  const { payout: pages } = await dashboardAs(world.runtime, shop.merchant, 'viewer')
  expect(await pages.get({ service: 'stripe', id: paid.id })).toMatchObject({
    ...{ isComplete: false, isItemised: false, isAwaited: false },
    ...{ parts: [], entries: [] },
  })
  // It does not make every later run list all payouts again.
  const since = lists.mock.calls.at(-1)?.[0].since ?? expect.fail('no payouts were listed')
  expect(since.getTime()).toBeGreaterThan((old + 86_400) * 1000)
})

test('a payout that collects a negative balance is booked the other way round, and adds up', async () => {
  const shop = await stripeShop(world)
  const { context, double } = shop
  const collect = () => collectAll(world.runtime, (error) => expect.fail(String(error)))
  const { id } = await chargedOrder(shop)
  const first = double.operate('payout', {}) ?? expect.fail('nothing was paid out')
  await post(shop, id, { type: 'refund', items: 40 })
  const debit = double.operate('payout', { debit: true }) ?? expect.fail('nothing was collected')
  double.operate('advance', { seconds: 3 * 86_400 })
  await collect()
  await bookSettlement(world.runtime)
  expect(await requirePayout(context, { service: 'stripe', id: debit.id })).toMatchObject({
    ...{ amount: -4_000n, missing: 0n, state: 'paid' },
    parts: [{ kind: 'refund', amount: -4_000n }],
  })
  const total = BigInt(first.amount) - 4_000n
  expect(await totalPayouts(context, {})).toMatchObject([{ count: 2, amount: total }])
  const booked = await world.runtime.db
    .select({ amount: journalEntry.amount })
    .from(journalEntry)
    .where(and(eq(journalEntry.merchantId, shop.merchant), eq(journalEntry.kind, 'payout')))
  expect(booked.map(({ amount }) => amount).toSorted((one, other) => Number(one - other))).toEqual([
    -BigInt(first.amount),
    4_000n,
  ])
})

test('what an instant payout costs is booked as a fee', async () => {
  const shop = await stripeShop(world)
  await chargedOrder(shop)
  const collect = () => collectAll(world.runtime, (error) => expect.fail(String(error)))
  const paid =
    shop.double.operate('payout', { manual: true, fee: 150 }) ?? expect.fail('nothing was paid out')
  await collect()
  const fees = await listFees(shop.context, { limit: 10 })
  expect(fees.rows).toContainEqual(
    expect.objectContaining({ kind: 'fee', id: paid.balance_transaction, fee: 150n, currency: 'SEK' }),
  )
  expect(fees.rows).toHaveLength(2)
  await bookSettlement(world.runtime)
  const booked = await world.runtime.db
    .select({ kind: journalEntry.kind, amount: journalEntry.amount, fee: journalEntry.fee })
    .from(journalEntry)
    .where(
      and(
        eq(journalEntry.merchantId, shop.merchant),
        eq(journalEntry.source, `stripe ${paid.balance_transaction}`),
      ),
    )
  expect(booked).toEqual([{ kind: 'fee', amount: -150n, fee: 150n }])
})

test('a payout that is completed while its page is read is shown with what it consists of', async () => {
  const { merchant } = await world.newMerchant()
  const { db } = world.runtime
  const viewer = await dashboardAs(world.runtime, merchant, 'viewer')
  const date = new Date('2026-12-01T00:00:00Z')
  const common = { merchantId: merchant, service: 'stripe', currency: 'SEK' }
  const stored = {
    ...common,
    id: 'po_late',
    amount: 100n,
    state: 'paid',
    arrives: date,
    created: date,
  } as const
  await db.insert(payout).values({ ...stored, isComplete: false })
  const entry = { ...common, id: 'charge', kind: 'charge', amount: 100n, fee: 0n, net: 100n, date } as const
  const shown = await readDuring(db, {
    table: payout,
    read: () => viewer.payout.get({ service: 'stripe', id: 'po_late' }),
    change: async (tx) => {
      await tx.insert(settlementEntry).values({ ...entry, payoutId: 'po_late' })
      await tx.update(payout).set({ isComplete: true }).where(eq(payout.merchantId, merchant))
    },
  })
  expect(shown).toMatchObject({ isComplete: true, entries: [{ id: 'charge' }] })
})

test('a payout that failed stays failed, whatever an older notice says', async () => {
  const { context } = await world.newMerchant()
  const found = { id: 'po_1', amount: 100n, currency: 'SEK', itemised: 'yes' } as const
  const now = world.clock.now()
  const report = (state: 'paid' | 'failed') =>
    recordPayout(context, 'stripe', { ...found, state, created: now, arrives: now })
  expect(await report('paid')).toBe(true)
  await report('failed')
  expect(await report('paid')).toBe(false)
  expect(await requirePayout(context, { service: 'stripe', id: 'po_1' })).toMatchObject({ state: 'failed' })
})

test('a payout that failed long before its account was connected notifies nobody', async () => {
  const { context, merchant } = await world.newMerchant()
  await newMember(world.runtime, merchant, 'owner')
  const notified = () => world.runtime.db.$count(notification, eq(notification.merchantId, merchant))
  const report = (id: string, created: Date) =>
    recordPayout(context, 'stripe', {
      ...{ id, amount: 100n, currency: 'SEK', itemised: 'yes', state: 'failed' },
      ...{ created, arrives: created },
    })
  await report('po_old', later(world.clock.now(), -days(15)))
  expect(await notified()).toBe(0)
  await report('po_new', world.clock.now())
  expect(await notified()).toBeGreaterThan(0)
})
