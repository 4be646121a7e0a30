import { readdirSync, readFileSync } from 'node:fs'
import { and, desc, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { document, numberSeries } from '@/db/schema'
import { move, shopOn } from '@/test/billing'
import { orderOf, post } from '@/test/call'
import { waitingForLock } from '@/test/race'
import { contextNow, testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import { inTransaction } from '../core/context'
import { checkBooks } from '../journal/check-books'
import { dayOf } from '../model/calendar'
import { changeSeries } from './change-series'
import { lockSeries, Numbers, numberIn, readSeries } from './number-series'
import { oldestWaiting } from './read-documents'

const world = testWorld()

test('numbers have a prefix, a year and a next number, and only go forward', async () => {
  const { context, ...shop } = await world.newMerchant()
  const year = dayOf(new Date(), shop.row.timeZone).slice(0, 4)
  const next = async () => {
    const rows = await readSeries(context)
    return rows.sort((one, other) => one.series.localeCompare(other.series)).map(numberIn)
  }
  const charge = async () => {
    const { id } = await orderOf(shop, 10)
    await post(shop, id, { type: 'charge' })
    await bookAll(context)
  }
  expect(await next()).toEqual([`C${year}-000001`, `${year}-000001`])
  await changeSeries(context, { series: 'invoice', prefix: 'F-', next: 41 })
  await charge()
  expect(await next()).toEqual([`C${year}-000001`, `F-${year}-000042`])
  await changeSeries(context, { series: 'invoice', isYearly: false })
  expect(await next()).toEqual([`C${year}-000001`, 'F-42'])
  await charge()
  expect(await next()).toEqual([`C${year}-000001`, 'F-43'])
  await changeSeries(context, { series: 'invoice', isYearly: true, prefix: '' })
  expect(await next()).toEqual([`C${year}-000001`, `${year}-000043`])

  await charge()
  await changeSeries(context, { series: 'invoice', isYearly: false })
  await charge()
  await changeSeries(context, { series: 'invoice', isYearly: true })
  // The number after the last one of this year, so that there is no gap.
  expect(await next()).toEqual([`C${year}-000001`, `${year}-000044`])

  const refused = (change: Parameters<typeof changeSeries>[1]) =>
    expect(changeSeries(context, change)).rejects
  await refused({ series: 'invoice', next: 42 }).toMatchObject({
    code: 'series.backwards',
    params: { min: 44 },
  })
  await refused({ series: 'credit-note', prefix: '' }).toMatchObject({ code: 'series.same-prefix' })
  // Numbers are also file names, in which a slash is a hyphen, and some file systems ignore case.
  for (const prefix of ['F-', 'F/', 'f//'])
    await refused({ series: 'credit-note', prefix }).toMatchObject({ code: 'series.used-prefix' })
  await refused({ series: 'invoice', prefix: 'c' }).toMatchObject({ code: 'series.same-prefix' })
  expect(await next()).toEqual([`C${year}-000001`, `${year}-000044`])
  expect(await oldestWaiting(context, 1)).toEqual([])
})

test('a prefix that was used before continues after its last number, so that none is used twice', async () => {
  const { context, ...shop } = await world.newMerchant()
  const year = dayOf(new Date(), shop.row.timeZone).slice(0, 4)
  const issue = async (change: object) => {
    await changeSeries(context, { series: 'invoice', ...change })
    const { id } = await orderOf(shop, 10)
    await post(shop, id, { type: 'charge' })
    await bookAll(context)
    const rows = await context.db
      .select({ number: document.number })
      .from(document)
      .where(eq(document.merchantId, shop.merchant))
      .orderBy(desc(document.moved))
      .limit(1)
    return rows[0]?.number
  }
  const numbers = []
  for (const change of [
    { prefix: 'A' },
    { prefix: 'B' },
    {},
    { isYearly: false },
    { prefix: 'A', isYearly: true },
    { prefix: 'B' },
    { prefix: 'b', isYearly: false },
    { prefix: 'A' },
    { prefix: 'B' },
    { prefix: 'F-' },
    { prefix: 'f/' },
    { prefix: 'F-' },
  ])
    numbers.push(await issue(change))
  expect(numbers).toEqual([
    `A${year}-000001`,
    `B${year}-000002`,
    `B${year}-000003`,
    'B4',
    `A${year}-000002`,
    `B${year}-000004`,
    'b5',
    'A6',
    'B6',
    'F-7',
    'f/8',
    'F-9',
  ])
  const gaps = (await checkBooks(context)).find(({ name }) => name.endsWith('have no gaps'))
  expect(gaps).toMatchObject({ checked: numbers.length, examples: [] })
})

describe('a series whose next number was used before', () => {
  const invoices = (of: string) => and(eq(numberSeries.merchantId, of), eq(numberSeries.series, 'invoice'))

  async function stuckShop(change: { isYearly: boolean; prefix?: string }) {
    const shop = await world.newMerchant()
    await changeSeries(shop.context, { series: 'invoice', ...change })
    for (let count = 0; count < 3; count++) {
      const { id } = await orderOf(shop, 10)
      await post(shop, id, { type: 'charge' })
    }
    await bookAll(shop.context)
    await world.runtime.db.update(numberSeries).set({ next: 2 }).where(invoices(shop.merchant))
    return shop
  }

  const nextOf = async ({ merchant }: { merchant: string }) => {
    const [row] = await world.runtime.db.select().from(numberSeries).where(invoices(merchant))
    return row?.next
  }

  test('goes on after the highest one when it is saved unchanged, and when its numbers no longer have a year', async () => {
    const shop = await stuckShop({ isYearly: true })
    await changeSeries(shop.context, { series: 'invoice' })
    expect(await nextOf(shop)).toBe(4)
    await changeSeries(shop.context, { series: 'invoice', next: 9 })
    await changeSeries(shop.context, { series: 'invoice' })
    expect(await nextOf(shop)).toBe(9)
    const joined = await stuckShop({ isYearly: true })
    await changeSeries(joined.context, { series: 'invoice', isYearly: false })
    expect(await nextOf(joined)).toBe(4)
  })

  test('goes on after the highest one once Kassa is updated, and no other series changes', async () => {
    const stuck = [await stuckShop({ isYearly: true }), await stuckShop({ isYearly: false, prefix: 'F/' })]
    const other = await stuckShop({ isYearly: true })
    await changeSeries(other.context, { series: 'invoice', next: 9 })
    const file = readdirSync('db/migrations').find((name) => name.endsWith('_used-numbers.sql'))
    for (let count = 0; count < 2; count++) {
      await world.runtime.db.execute(sql.raw(readFileSync(`db/migrations/${file}`, 'utf8')))
      expect(await Promise.all([...stuck, other].map(nextOf))).toEqual([4, 4, 9])
    }
  })
})

test('an update finds the numbers that earlier versions have issued', async () => {
  const { context, ...shop } = await world.newMerchant()
  for (const change of [{ prefix: 'F/' }, { prefix: 'F/', isYearly: false }, { prefix: '' }]) {
    await changeSeries(context, { series: 'invoice', ...change })
    const { id } = await orderOf(shop, 10)
    await post(shop, id, { type: 'charge' })
    await post(shop, id, { type: 'refund' })
    await bookAll(context)
  }
  const { db } = world.runtime
  const usedOf = async () => (await readSeries(context)).map(({ used }) => used)
  const used = await usedOf()
  const [year] = dayOf(new Date(), shop.row.timeZone).split('-')
  expect(used).toEqual([{ [`f-${year}-`]: 1, 'f-': 2, '': 3 }, { [`c${year}-`]: 3 }])
  await db.update(numberSeries).set({ used: {} }).where(eq(numberSeries.merchantId, shop.merchant))
  const file = readdirSync('db/migrations').find((name) => name.endsWith('_reports-at-size.sql'))
  const statements = readFileSync(`db/migrations/${file}`, 'utf8').split('--> statement-breakpoint')
  await db.execute(sql.raw(statements.find((each) => each.includes('UPDATE "number_series"')) ?? ''))
  expect(await usedOf()).toEqual(used)
})

test('in a new year, the next number is one of that year before any is issued, and can be changed', async () => {
  const year = new Date().getUTCFullYear() + 1
  const shop = await shopOn(world, `${year}-12-30`)
  const change = async (next: number) =>
    changeSeries(await contextNow(world, shop), { series: 'invoice', next })
  const next = async () => (await readSeries(await contextNow(world, shop))).map(numberIn)
  await change(41)
  expect(await next()).toEqual([`${year}-000041`, `C${year}-000001`])
  await move(shop, { advance: { days: 10 } })
  expect(await next()).toEqual([`${year + 1}-000001`, `C${year + 1}-000001`])
  await change(500)
  const { id } = await orderOf(shop, 10)
  await post(shop, id, { type: 'charge' })
  await bookAll(await contextNow(world, shop))
  expect(await next()).toEqual([`${year + 1}-000501`, `C${year + 1}-000001`])
})

test('yearly numbers restart at 1 in a new year, and neither they nor their days go back', () => {
  const row = {
    merchantId: 'AAAAAAAA',
    prefix: '',
    isYearly: true,
    year: 2026,
    next: 41,
    used: {},
    lastDay: null,
  }
  const numbers = new Numbers([
    { ...row, series: 'invoice' },
    { ...row, series: 'credit-note', prefix: 'C', isYearly: false },
  ])
  const taken = ['2026-12-31', '2027-01-01', '2026-12-31', '2027-01-01'].map((day) =>
    numbers.take('receipt', day),
  )
  expect(taken.map(({ number }) => number)).toEqual([
    '2026-000041',
    '2027-000001',
    '2027-000002',
    '2027-000003',
  ])
  expect(taken.map(({ issuedOn }) => issuedOn)).toEqual([
    '2026-12-31',
    '2027-01-01',
    '2027-01-01',
    '2027-01-01',
  ])
  const credits = ['2026-12-31', '2027-01-01'].map((day) => numbers.take('credit-note', day).number)
  expect(credits).toEqual(['C41', 'C42'])
})

test('a change waits for documents that are being issued, and goes on after their numbers', async () => {
  const { context } = await world.newMerchant()
  await readSeries(context)
  const { changing } = await inTransaction(context, async (inside) => {
    const numbers = await lockSeries(inside, { wait: true })
    // In an object, because a promise that is returned would be awaited.
    const started = { changing: changeSeries(context, { series: 'invoice', prefix: 'F-' }) }
    await expect.poll(() => waitingForLock(context.db)).toBe(1)
    numbers?.take('invoice', dayOf(new Date(), context.merchant.timeZone))
    await numbers?.save(inside.db)
    return started
  })
  expect((await changing).after).toMatchObject({ prefix: 'F-', next: 2 })
})
