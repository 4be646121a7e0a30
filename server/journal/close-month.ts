import { and, eq, gte, lte, sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { closedMonth, journalEntry, merchant, payout, settlementEntry, unbooked } from '@/db/schema'
import { startOfDay } from '../core/clock'
import { type Context, inTransaction, type Scope } from '../core/context'
import { type Day, dayIn, dayOf, monthOf } from '../model/calendar'
import { fail } from '../model/errors'
import { dateOfEvent } from '../store/unbooked'
import { dayOfPayout } from './book-settlement'
import type { BookPeriod } from './list-entries'

/**
 * Closes the books of a month, given by its first day: nothing is booked in it any more. Waits for entries that are being
 * written. Throws if the month is not over, if an earlier one with entries is open, or if movements of the month are not
 * booked yet. Closing a closed month changes nothing.
 */
export const closeMonth = (context: Context, month: Day): Promise<void> =>
  inTransaction(context, async ({ db, merchant: { id, timeZone }, clock, actor }) => {
    const now = clock.now()
    const number = monthOf(month)
    if (monthOf(dayOf(now, timeZone)) <= number) throw fail('month.not-over', { field: 'month' })
    // Entries refer to the merchant, so this waits for transactions that write them.
    await db.select({ id: merchant.id }).from(merchant).where(eq(merchant.id, id)).for('update')
    const days = { id, timeZone, next: dayIn(number + 1, 1) }
    const earlier = await earliestOpenMonth({ db, merchant: { id } })
    if (earlier && earlier < month.slice(0, 7)) throw fail('month.earlier-open', { month: earlier })
    const count = await notBooked(db, days)
    if (count > 0) throw fail('month.not-booked', { count })
    await db
      .insert(closedMonth)
      .values({
        merchantId: id,
        month: dayIn(number, 1),
        closed: now,
        closedBy: actor.kind === 'user' ? actor.userId : actor.kind,
      })
      .onConflictDoNothing()
  })

/** A merchant's month, by the first day of the next one. */
interface MonthOfMerchant {
  id: string
  timeZone: string
  next: Day
}

/** Returns the earliest open month with entries, such as `2026-09`, if there is one. Months are closed in their order. */
export async function earliestOpenMonth({ db, merchant: { id } }: Scope): Promise<string | undefined> {
  const [row] = await db.execute<{ month: string | null }>(sql`
    select to_char(min(booked_on), 'YYYY-MM') as month from ${journalEntry}
    where merchant_id = ${id} and booked_on >= coalesce((
      select max(month) + interval '1 month' from ${closedMonth} where merchant_id = ${id}
    ), '-infinity')`)
  return row?.month ?? undefined
}

/** How many movements until the end of a month are still to be booked. One that was postponed counts on its own day. */
async function notBooked(db: Queryable, { id, timeZone, next }: MonthOfMerchant): Promise<number> {
  const end = startOfDay(next, timeZone).toISOString()
  const [left] = await db.execute<{ count: number }>(sql`
    select (
      select count(*) from ${unbooked}
      where merchant_id = ${id} and least(date, (${dateOfEvent})) < ${end}::timestamptz
    ) + (
      select count(*) from ${settlementEntry}
      where not is_booked and merchant_id = ${id} and date < ${end}::timestamptz
    ) + (
      select count(*) from ${payout}
      where not is_booked and state <> 'on its way' and merchant_id = ${id}
        and ${dayOfPayout(sql`${timeZone}::text`)} < ${next}::date
    ) as count`)
  return Number(left?.count ?? 0)
}

/** Returns which months of a period are closed, by their first days, and when they were. */
export const closedMonths = (
  { db, merchant: { id } }: Scope,
  { from, to }: BookPeriod,
): Promise<{ month: Day; closed: Date }[]> =>
  db
    .select({ month: closedMonth.month, closed: closedMonth.closed })
    .from(closedMonth)
    .where(
      and(
        eq(closedMonth.merchantId, id),
        gte(closedMonth.month, dayIn(monthOf(from), 1)),
        lte(closedMonth.month, to),
      ),
    )
    .orderBy(closedMonth.month)
