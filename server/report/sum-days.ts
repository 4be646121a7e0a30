import { and, eq, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '@/db/client'
import { isStatementTimeout } from '@/db/errors'
import { dailyRecurring, dailyTotal, dailyTotalState, merchant as merchants } from '@/db/schema'
import { hours, later } from '../core/clock'
import { type Context, contextOf, type InTransaction, inTransaction } from '../core/context'
import { log } from '../core/log'
import type { Runtime } from '../core/runtime'
import { addDays, type Day, dayOf } from '../model/calendar'
import { feeOf, hasFee } from '../settlement/fees'
import { ensureSumState } from '../store/summed-days'
import { customerChanges } from './customers'
import { type Bounds, dayBounds, daysFrom, hourBounds, movements } from './days'

/** How long after its end a day is summed. By then, everything dated that day is committed. */
const settledAfter = hours(1)

/** How much a transaction sums: at most so many days, in one statement or in one for each hour. */
interface Portion {
  days: number
  isByHours?: boolean
}

/** The first portion, and those that follow if one takes too long. */
const portions: Portion[] = [{ days: 10 }, { days: 1 }, { days: 1, isByHours: true }]

/**
 * How long a statement of all portions but the last may take, ms. Meanwhile, what is recorded late waits, and fails after
 * 15 seconds.
 */
const patience = 10_000

/**
 * Sums the days of every merchant that are over, so that reports over many days need not read all their orders and
 * events. An error at one merchant does not stop the others. The last one is thrown at the end, so that operators learn
 * of it.
 */
export async function sumAllDays(runtime: Runtime): Promise<void> {
  // A clock that is being moved passes through days that are not over.
  const { clockMoving } = merchants
  const still = or(isNull(clockMoving), lt(clockMoving, sql`now()`))
  let failed: unknown
  for (const owner of await runtime.db.select().from(merchants).where(still)) {
    try {
      await sumDays(contextOf(runtime, owner))
    } catch (error) {
      log.error({ err: error, merchant: owner.id }, 'Days could not be summed; the next run continues there')
      failed = error
    }
  }
  if (failed) throw failed
}

/** Sums the days of a merchant that are over and not summed yet. Any number of workers may do this at once. */
export async function sumDays(context: Context, { patienceMs = patience } = {}): Promise<void> {
  const { merchant, clock } = context
  const end = dayOf(later(clock.now(), -settledAfter), merchant.timeZone)
  // Statements that took too long would do so again at each run, and no day would ever be summed.
  for (const portion of portions) {
    const isLast = portion === portions.at(-1)
    const next = { end, portion, timeLimit: isLast ? undefined : patienceMs }
    try {
      while (await inTransaction(context, (inside) => sumNext(inside, next)));
      return
    } catch (error) {
      if (isLast || !isStatementTimeout(error)) throw error
    }
  }
}

interface Next {
  end: Day
  portion: Portion
  /** How long a statement may take, if not as long as any other, ms. */
  timeLimit: number | undefined
}

/** Sums the next days before `end`. Returns whether there were any. */
async function sumNext(inside: InTransaction, { end, portion, timeLimit }: Next): Promise<boolean> {
  const { db, merchant } = inside
  const { id: merchantId, timeZone } = merchant
  if (timeLimit !== undefined) await db.execute(sql.raw(`set local statement_timeout = ${timeLimit}`))
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
  const days = daysFrom(from, addDays(end, -1)).slice(0, portion.days)
  if (isOutdated || days.length > 0) await deleteTotals(db, merchantId, isOutdated ? undefined : from)
  for (const bounds of boundsOf(days, portion, timeZone)) await addTotals(db, merchantId, bounds)
  const until = days.length > 0 ? addDays(from, days.length) : from
  await db.update(dailyTotalState).set({ timeZone, until }).where(eq(dailyTotalState.merchantId, merchantId))
  return days.length > 0
}

/** Returns what each statement sums. */
function boundsOf(days: readonly Day[], { isByHours }: Portion, timeZone: string): Bounds[] {
  if (isByHours) return days.flatMap((day) => hourBounds(day, timeZone))
  return days.length > 0 ? [dayBounds(days, timeZone)] : []
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

/** Adds what happened in a span to the totals of its days. */
async function addTotals(db: Transaction, id: string, { place, within, dayAt, end }: Bounds): Promise<void> {
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
    group by place, currency
    on conflict (merchant_id, day, currency) do update set ${added(dailyTotal, [
      'orders',
      'ordered',
      'charges',
      'charged',
      'refunds',
      'refunded',
      'fee_count',
      'fees',
      'customers',
    ])}`)
  await db.execute(sql`
    insert into ${dailyRecurring} (merchant_id, day, currency, kind, monthly, count)
    select ${id}, ${dayAt(sql`place`)}, currency, kind, sum(monthly), count(*)
    from (
      select ${place(sql`date`)} as place, currency, kind, monthly from subscription_movement
      where merchant_id = ${id} and ${within(sql`date`)}
    ) moved
    group by place, currency, kind
    on conflict (merchant_id, day, currency, kind) do update set ${added(dailyRecurring, ['monthly', 'count'])}`)
}

/** Sets each figure of a row to its sum with that of the row that is inserted. */
const added = (table: typeof dailyTotal | typeof dailyRecurring, figures: readonly string[]): SQL =>
  sql.join(
    figures
      .map((figure) => sql.raw(figure))
      .map((figure) => sql`${figure} = ${table}.${figure} + excluded.${figure}`),
    sql`, `,
  )
