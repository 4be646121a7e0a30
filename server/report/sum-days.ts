import { and, eq, gte, isNull, lt, or, sql } from 'drizzle-orm'
import type { Transaction } from '@/db/client'
import { dailyRecurring, dailyTotal, dailyTotalState, merchant as merchants } from '@/db/schema'
import { hours, later } from '../core/clock'
import { type Context, contextOf, type InTransaction, inTransaction } from '../core/context'
import { log } from '../core/log'
import type { Runtime } from '../core/runtime'
import { addDays, type Day, dayOf } from '../model/calendar'
import { feeOf, hasFee } from '../settlement/fees'
import { ensureSumState } from '../store/summed-days'
import { customerChanges } from './customers'
import { dayBounds, daysFrom, movements } from './days'

/** How long after its end a day is summed. By then, everything dated that day is committed. */
const settledAfter = hours(1)

/** How many days share a transaction. */
const daysAtATime = 10

/**
 * Sums the days of every merchant that are over, so that reports over many days need not read all their orders and
 * events. An error at one merchant is logged and does not stop the others.
 */
export async function sumAllDays(runtime: Runtime): Promise<void> {
  // A clock that is being moved passes through days that are not over.
  const { clockMoving } = merchants
  const still = or(isNull(clockMoving), lt(clockMoving, sql`now()`))
  for (const owner of await runtime.db.select().from(merchants).where(still)) {
    try {
      await sumDays(contextOf(runtime, owner))
    } catch (error) {
      log.error({ err: error, merchant: owner.id }, 'Days could not be summed; the next run continues there')
    }
  }
}

/** Sums the days of a merchant that are over and not summed yet. Any number of workers may do this at once. */
export async function sumDays(context: Context): Promise<void> {
  const { merchant, clock } = context
  const end = dayOf(later(clock.now(), -settledAfter), merchant.timeZone)
  while (await inTransaction(context, (inside) => sumNext(inside, end)));
}

/** Sums the next days before `end`. Returns whether there were any. */
async function sumNext(inside: InTransaction, end: Day): Promise<boolean> {
  const { db, merchant } = inside
  const { id: merchantId, timeZone } = merchant
  await ensureSumState(inside)
  const [state] = await db
    .select()
    .from(dailyTotalState)
    .where(eq(dailyTotalState.merchantId, merchantId))
    .for('update', { skipLocked: true })
  if (!state) return false
  // Only now: what has just been recorded may be older than everything else.
  const first = await firstDay(db, merchant, end)
  const isOutdated = state.timeZone !== timeZone
  const from = isOutdated || state.until < first ? first : state.until
  const days = daysFrom(from, addDays(end, -1)).slice(0, daysAtATime)
  if (isOutdated || days.length > 0) await deleteTotals(db, merchantId, isOutdated ? undefined : from)
  if (days.length > 0) await insertTotals(db, merchant, days)
  const until = days.length > 0 ? addDays(from, days.length) : from
  await db.update(dailyTotalState).set({ timeZone, until }).where(eq(dailyTotalState.merchantId, merchantId))
  return days.length > 0
}

/** Returns the day of a merchant's first order, fee or subscription; `end` if there is none. */
async function firstDay(db: Transaction, { id, timeZone }: Context['merchant'], end: Day): Promise<Day> {
  const [row] = await db.execute<{ first: string | null }>(sql`
    select least((select min(created) from "order" where merchant_id = ${id}),
      (select min(date) from settlement_entry where merchant_id = ${id} and ${hasFee}),
      (select min(date) from subscription_movement where merchant_id = ${id}))::text as first`)
  const day = row?.first ? dayOf(new Date(row.first), timeZone) : end
  return day < end ? day : end
}

/** Deletes the totals of a merchant from a day on, or all of them. */
async function deleteTotals(db: Transaction, merchantId: string, from?: Day): Promise<void> {
  for (const table of [dailyTotal, dailyRecurring]) {
    await db
      .delete(table)
      .where(and(eq(table.merchantId, merchantId), from ? gte(table.day, from) : undefined))
  }
}

async function insertTotals(
  db: Transaction,
  { id, timeZone }: Context['merchant'],
  days: readonly Day[],
): Promise<void> {
  const { place, within, dayAt, end } = dayBounds(days, timeZone)
  await db.execute(sql`
    insert into ${dailyTotal} (merchant_id, day, currency, orders, ordered, charges, charged, refunds, refunded, fee_count, fees, customers)
    select ${id}, ${dayAt(sql`place`)}, currency, sum(orders), sum(ordered), sum(charges), sum(charged),
      sum(refunds), sum(refunded), sum(fee_count), sum(fees), sum(customers)
    from (
      select ${place(sql`created`)} as place, currency, count(*) as orders, sum(amount) as ordered, 0 as charges, 0 as charged,
        0 as refunds, 0 as refunded, 0 as fee_count, 0 as fees, 0 as customers
      from "order" where merchant_id = ${id} and ${within(sql`created`)}
      group by 1, 2
      union all
      select ${place(sql`date`)}, currency, 0, 0,
        count(*) filter (where type = 'charge'), coalesce(sum(amount) filter (where type = 'charge'), 0),
        count(*) filter (where type = 'refund'), coalesce(sum(amount) filter (where type = 'refund'), 0), 0, 0, 0
      from ${movements(id, within(sql`date`))} moved
      group by 1, 2
      union all
      select ${place(sql`date`)}, currency, 0, 0, 0, 0, 0, 0, count(*), sum(${feeOf}), 0 from settlement_entry
      where merchant_id = ${id} and ${hasFee} and ${within(sql`date`)}
      group by 1, 2
      union all
      select place, currency, 0, 0, 0, 0, 0, 0, 0, 0, customers from (${customerChanges(id, { place, within, end })}) changed
    ) parts
    group by place, currency`)
  await db.execute(sql`
    insert into ${dailyRecurring} (merchant_id, day, currency, kind, monthly, count)
    select ${id}, ${dayAt(sql`place`)}, currency, kind, sum(monthly), count(*)
    from (
      select ${place(sql`date`)} as place, currency, kind, monthly from subscription_movement
      where merchant_id = ${id} and ${within(sql`date`)}
    ) moved
    group by place, currency, kind`)
}
