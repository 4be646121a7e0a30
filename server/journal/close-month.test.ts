import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertMany } from '@/db/many'
import { journalEntry, settlementEntry, unbooked } from '@/db/schema'
import { orderOf, post } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { waitingForLock } from '@/test/race'
import { type TestMerchant, testWorld } from '@/test/world'
import { days, later } from '../core/clock'
import { dayOf } from '../model/calendar'
import { recordPayout } from '../settlement/record-entries'
import { bookSettlement } from './book-settlement'
import { closedMonths, closeMonth } from './close-month'

const world = testWorld()

let shop: TestMerchant
beforeAll(async () => {
  shop = await world.newMerchant()
})

const entriesOf = async (merchantId = shop.merchant) =>
  (await world.runtime.db.select().from(journalEntry).where(eq(journalEntry.merchantId, merchantId))).sort(
    (one, other) => (one.source < other.source ? -1 : 1),
  )

/** A fee that a card service has charged, as it is collected. */
const collectFee = (id: string, date: string) =>
  insertMany(world.runtime.db, settlementEntry, [
    {
      merchantId: shop.merchant,
      service: 'stripe',
      id,
      kind: 'fee',
      amount: -100n,
      fee: 0n,
      net: -100n,
      currency: 'SEK',
      orderId: null,
      payoutId: null,
      date: new Date(date),
      isBooked: false,
    },
  ])

const entry = {
  kind: 'fee' as const,
  bookedOn: '2026-02-10',
  moved: new Date('2026-02-10T10:00:00Z'),
  currency: 'SEK',
  amount: -100n,
  fee: 100n,
  vat: [],
}

describe('a closed month', () => {
  const refusal = (month: string) =>
    closeMonth(shop.context, month).then(
      () => 'closed',
      ({ code }: { code: string }) => code,
    )

  test('stays closed: what is found later is booked on the first open day', async () => {
    const now = world.clock.now()
    const thisMonth = `${dayOf(now, shop.row.timeZone).slice(0, 7)}-01`
    expect(await refusal(thisMonth)).toBe('month.not-over')
    await collectFee('txn_1', '2026-03-15T10:00:00Z')
    expect(await refusal('2026-03-01')).toBe('month.not-booked')
    await bookSettlement(world.runtime)
    expect(await refusal('2026-04-01')).toBe('month.earlier-open')
    expect(await refusal('2026-03-01')).toBe('closed')
    expect(await refusal('2026-03-17')).toBe('closed')
    expect(await refusal('2026-04-01')).toBe('closed')
    expect(await closedMonths(shop.context, { from: '2026-03-20', to: '2026-12-31' })).toMatchObject([
      { month: '2026-03-01' },
      { month: '2026-04-01' },
    ])
    await collectFee('txn_2', '2026-03-16T10:00:00Z')
    // Of a month without entries, which was never closed.
    await collectFee('txn_3', '2026-02-16T10:00:00Z')
    await bookSettlement(world.runtime)
    expect((await entriesOf()).map(({ bookedOn, moved }) => [bookedOn, moved.toISOString()])).toEqual([
      ['2026-03-15', '2026-03-15T10:00:00.000Z'],
      ['2026-05-01', '2026-03-16T10:00:00.000Z'],
      ['2026-05-01', '2026-02-16T10:00:00.000Z'],
    ])
    const change = (statement: string) =>
      world.runtime.db.execute(sql.raw(statement)).then(
        () => 'changed',
        ({ cause }: { cause: { code: string } }) => cause.code,
      )
    const where = `where merchant_id = '${shop.merchant}'`
    for (const table of ['closed_month', 'journal_entry']) {
      expect(await change(`update ${table} set merchant_id = merchant_id ${where}`)).toBe('23001')
      expect(await change(`delete from ${table} ${where}`)).toBe('23001')
      expect(await change(`truncate ${table}`)).toBe('23001')
    }
  })

  test('waits for entries that are being written', async () => {
    const owner = await world.newMerchant()
    const row = { ...entry, merchantId: owner.merchant, created: world.clock.now() }
    let closing: Promise<void> | undefined
    await world.runtime.db.transaction(async (tx) => {
      await insertMany(tx, journalEntry, [{ ...row, source: 'a' }])
      closing = closeMonth(owner.context, '2026-02-01')
      await expect.poll(() => waitingForLock(world.runtime.db)).toBeGreaterThan(0)
      expect(await closedMonths(owner.context, { from: '2026-02-01', to: '2026-02-28' })).toEqual([])
      await insertMany(tx, journalEntry, [{ ...row, source: 'b' }])
    })
    await closing
    await insertMany(world.runtime.db, journalEntry, [{ ...row, source: 'c' }])
    expect((await entriesOf(owner.merchant)).map(({ bookedOn }) => bookedOn)).toEqual([
      '2026-02-10',
      '2026-02-10',
      '2026-03-01',
    ])
  })

  test('is not closed while a charge of the month is not booked', async () => {
    const owner = await world.newMerchant()
    const { id } = await orderOf(owner, 100)
    await post(owner, id, { type: 'charge' })
    const month = `${dayOf(world.clock.now(), owner.row.timeZone).slice(0, 7)}-01`
    const context = { ...owner.context, clock: { now: () => later(world.clock.now(), days(32)) } }
    await expect(closeMonth(context, month)).rejects.toMatchObject({
      code: 'month.not-booked',
      params: { count: 1 },
    })
    // One that cannot be booked is postponed, again and again, and counts on its own day all the same.
    await world.runtime.db
      .update(unbooked)
      .set({ date: later(world.clock.now(), days(40)) })
      .where(eq(unbooked.merchantId, owner.merchant))
    await expect(closeMonth(context, month)).rejects.toMatchObject({ code: 'month.not-booked' })
  })

  test('is not closed while a payout is not booked that failed in the month', async () => {
    const owner = await world.newMerchant()
    await recordPayout(owner.context, 'stripe', {
      ...{ id: 'po_1', amount: 100n, currency: 'SEK', state: 'failed', itemised: 'not yet' },
      created: new Date('2026-02-27T10:00:00Z'),
      arrives: new Date('2026-03-03T00:00:00Z'),
    })
    await expect(closeMonth(owner.context, '2026-02-01')).rejects.toMatchObject({ code: 'month.not-booked' })
    await bookSettlement(world.runtime)
    await closeMonth(owner.context, '2026-02-01')
  })

  test('does not wait for a payout that is on its way: it is booked when it arrives', async () => {
    const owner = await world.newMerchant()
    const payout = {
      ...{ id: 'po_1', amount: 100n, currency: 'SEK', itemised: 'not yet' as const },
      created: new Date('2026-02-27T10:00:00Z'),
      arrives: new Date('2026-03-03T00:00:00Z'),
    }
    await recordPayout(owner.context, 'stripe', { ...payout, state: 'on its way' })
    await closeMonth(owner.context, '2026-02-01')
    await recordPayout(owner.context, 'stripe', { ...payout, state: 'paid' })
    await bookSettlement(world.runtime)
    expect(await entriesOf(owner.merchant)).toMatchObject([{ kind: 'payout', bookedOn: '2026-03-03' }])
  })

  test('comes after the earlier ones with entries, as the list of months says', async () => {
    const owner = await world.newMerchant()
    const { bookkeeping } = await dashboardAs(world.runtime, owner.merchant, 'admin')
    const monthsNow = async () =>
      (await bookkeeping.get({ from: '2026-01-01', to: '2026-05-31' })).months.map(
        ({ closed, closeFirst }) => (closed ? 'closed' : closeFirst),
      )
    expect(await monthsNow()).toEqual(Array(5).fill(undefined))
    const row = { ...entry, merchantId: owner.merchant, created: world.clock.now() }
    await insertMany(world.runtime.db, journalEntry, [
      { ...row, source: 'a', bookedOn: '2026-04-10' },
      { ...row, source: 'b', bookedOn: '2026-02-10' },
    ])
    const first = '2026-02'
    expect(await monthsNow()).toEqual([undefined, undefined, first, first, first])
    await expect(bookkeeping.close({ month: '2026-03-01' })).rejects.toThrow('February 2026 is still open')
    await bookkeeping.close({ month: '2026-02-01' })
    // Nothing was booked in March.
    expect(await monthsNow()).toEqual([undefined, 'closed', undefined, undefined, '2026-04'])
    await bookkeeping.close({ month: '2026-04-01' })
    expect(await monthsNow()).toEqual([undefined, 'closed', undefined, 'closed', undefined])
  })
})
