import { and, eq, gte, lte, sql } from 'drizzle-orm'
import { closedMonth, merchant, payout, settlementEntry, unbooked } from '@/db/schema'
import { startOfDay } from '../core/clock'
import { type Context, inTransaction, type Scope } from '../core/context'
import { type Day, dayIn, dayOf, monthOf } from '../model/calendar'
import { fail } from '../model/errors'
import type { BookPeriod } from './list-entries'

/**
 * Closes the books of a month, given by its first day: nothing is booked in it any more. Waits for entries that are being
 * written. Throws if the month is not over, or if movements of the month are not booked yet. Closing a closed month
 * changes nothing.
 */
export const closeMonth = (context: Context, month: Day): Promise<void> =>
  inTransaction(context, async ({ db, merchant: { id, timeZone }, clock, actor }) => {
    const now = clock.now()
    const number = monthOf(month)
    if (monthOf(dayOf(now, timeZone)) <= number) throw fail('month.not-over', { field: 'month' })
    // Entries refer to the merchant, so this waits for transactions that write them.
    await db.select({ id: merchant.id }).from(merchant).where(eq(merchant.id, id)).for('update')
    const start = startOfDay(dayIn(number, 1), timeZone)
    const end = startOfDay(dayIn(number + 1, 1), timeZone)
    const [left] = await db.execute<{ count: number }>(sql`
      select (
        select count(*) from ${unbooked}
        where merchant_id = ${id} and date >= ${start.toISOString()}::timestamptz
          and date < ${end.toISOString()}::timestamptz
      ) + (
        select count(*) from ${settlementEntry}
        where not is_booked and merchant_id = ${id}
          and date >= ${start.toISOString()}::timestamptz and date < ${end.toISOString()}::timestamptz
      ) + (
        select count(*) from ${payout}
        where not is_booked and state <> 'on its way' and merchant_id = ${id}
          and (arrives at time zone 'UTC')::date >= ${dayIn(number, 1)}::date
          and (arrives at time zone 'UTC')::date < ${dayIn(number + 1, 1)}::date
      ) as count`)
    const count = Number(left?.count ?? 0)
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
