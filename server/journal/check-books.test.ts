import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { orderOf, post, postAll } from '@/test/call'
import { contextNow, type TestMerchant, testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import { days } from '../core/clock'
import { changeSeries } from '../document/change-series'
import { changeMerchant } from '../merchant/change-merchant'
import { dayIn, dayOf, monthOf } from '../model/calendar'
import { adoptChanges } from '../payment/adopt-changes'
import { bookSettlement } from './book-settlement'
import { checkBooks } from './check-books'
import { closeMonth } from './close-month'

const world = testWorld()

let shop: TestMerchant
let id: string

/** Books a charge and a refund. */
beforeEach(async () => {
  shop = await world.newMerchant()
  ;({ id } = await orderOf(shop, 100))
  await postAll(shop, id, [
    { type: 'charge', items: 60 },
    { type: 'refund', items: 20 },
  ])
  await bookAll(shop.context)
})

/** Changes rows without the triggers that protect them. */
const force = (statement: string) =>
  world.runtime.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql.raw(statement))
  })

/** The rules that are broken, each with what breaks it. */
const broken = async () => {
  const rules = await checkBooks(await contextNow(world, shop))
  return rules.flatMap(({ name, broken: count, examples }) => (count > 0 ? [[name, ...examples]] : []))
}

const ofEvent = 'Every charge or refund entry matches the amount and kind of its event'
const onDay = 'Every entry is booked on the day of its movement, or on the first one after a closed month'

const entry = (change: string, kind = 'charge') =>
  `update journal_entry set ${change} where merchant_id = '${shop.merchant}' and kind = '${kind}'`

test.each([
  ['the amount of an event was changed', `update order_event set amount = amount + 1`, 'charge'],
  ['the amounts of a refund', `update order_event set amount = amount - 1`, 'refund'],
  ['the kind of an event', `update order_event set type = 'refund'`, 'charge'],
  ['the date of an event', `update order_event set date = date - interval '1 month'`, 'charge'],
  ['an event is gone', `delete from order_event`, 'charge'],
])('finds an entry that differs from its event: %s', async (_, change, type) => {
  expect(await broken()).toEqual([])
  await force(`${change} where merchant_id = '${shop.merchant}' and type = '${type}'`)
  expect(await broken()).toContainEqual([ofEvent, `${type} ${id}:${type === 'charge' ? 2 : 3}`])
})

test('finds an entry that was moved to another day, even in another month', async () => {
  for (const days of [1, -1, 40, -40]) {
    await force(entry(`booked_on = booked_on + ${days}`))
    expect(await broken()).toEqual([[onDay, `charge ${id}:2`]])
    await force(entry(`booked_on = booked_on - ${days}`))
  }
  await force(entry(`moved = moved - interval '40 days', booked_on = booked_on - 40`))
  expect((await broken()).map(([name]) => name)).toEqual([ofEvent, onDay])
})

test('accepts numbers that no longer have the year, and finds a missing last number', async () => {
  const noGap = 'Document numbers have no gaps'
  await changeSeries(shop.context, { series: 'invoice', isYearly: false })
  await post(shop, id, { type: 'charge' })
  await bookAll(shop.context)
  expect(await broken()).toEqual([])
  await force(
    `update number_series set next = next + 1 where merchant_id = '${shop.merchant}' and series = 'invoice'`,
  )
  expect(await broken()).toEqual([[noGap, '2']])
})

test('accepts entries of charges and refunds that failed later', async () => {
  const undone = { type: 'undone', amount: 1000n } as const
  for (const kind of ['refund', 'charge'] as const) {
    const changes = [{ ...undone, kind }]
    expect(await adoptChanges(shop.context, { orderId: id, changes })).toMatchObject({ status: 'adopted' })
  }
  await bookAll(shop.context)
  expect(await broken()).toEqual([])
  await force(
    `update order_event set original = 'charge' where merchant_id = '${shop.merchant}' and sequence = 4`,
  )
  expect(await broken()).toContainEqual([ofEvent, `reversal ${id}:4`])
})

test('accepts a cancellation that failed later, which moved no money', async () => {
  await post(shop, id, { type: 'cancel', items: 30 })
  const changes = [{ type: 'undone', kind: 'cancel', amount: 3000n } as const]
  expect(await adoptChanges(shop.context, { orderId: id, changes })).toMatchObject({ status: 'adopted' })
  await bookAll(shop.context)
  expect(await broken()).toEqual([])
})

const collectFee = (date: string) =>
  world.runtime.db.execute(sql`
    insert into settlement_entry (merchant_id, service, id, kind, amount, fee, net, currency, date)
    values (${shop.merchant}, 'stripe', 'txn_' || ${date}, 'fee', -100, 0, -100, 'SEK', ${date}::timestamptz)`)

test('accepts what was booked after a closed month, but not before that month was closed', async () => {
  await collectFee('2026-03-30T12:00:00Z')
  await bookSettlement(world.runtime)
  await force(entry(`booked_on = '2026-04-01', created = created - interval '1 hour'`, 'fee'))
  expect(await broken()).toEqual([[onDay, 'fee stripe txn_2026-03-30T12:00:00Z']])
  await force(entry(`booked_on = '2026-03-30'`, 'fee'))
  await closeMonth(shop.context, '2026-03-01')
  await collectFee('2026-02-10T12:00:00Z')
  await bookSettlement(world.runtime)
  expect(await broken()).toEqual([])
  const late = `source = 'stripe txn_2026-02-10T12:00:00Z'`
  await force(`${entry(`booked_on = '2026-05-01'`, 'fee')} and ${late}`)
  expect(await broken()).toEqual([[onDay, 'fee stripe txn_2026-02-10T12:00:00Z']])
})

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'accepts the days of the time zone that the merchant had, after it changed from %s',
  async (timeZone) => {
    await changeMerchant(shop.context, { timeZone })
    const before = await contextNow(world, shop)
    const { id: order } = await orderOf(shop, 100)
    for (const event of [{ type: 'charge' }, { type: 'refund' }])
      expect((await post(shop, order, event)).status).toBe(201)
    await bookAll(before)
    for (const time of ['00:30', '09:30', '11:30', '13:30', '23:30'])
      await collectFee(`2026-03-31T${time}:00Z`)
    await bookSettlement(world.runtime)
    expect(await broken()).toEqual([])
    await changeMerchant(before, { timeZone: 'Europe/Stockholm' })
    expect(await broken()).toEqual([])
  },
)

test('accepts a month that was closed while the clock of a test merchant was ahead', async () => {
  await world.runtime.db.execute(
    sql`update merchant set clock_ahead = ${days(70)} where id = ${shop.merchant}`,
  )
  const ahead = await contextNow(world, shop)
  await closeMonth(ahead, dayIn(monthOf(dayOf(world.clock.now(), shop.row.timeZone)), 1))
  await collectFee(world.clock.now().toISOString())
  await bookSettlement(world.runtime)
  expect(await broken()).toEqual([])
})
