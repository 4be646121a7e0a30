import { sql } from 'drizzle-orm'
import { startOfDay } from '../core/clock'
import type { Context } from '../core/context'
import { isSummed, type ReportPeriod, summedUntil } from './days'

/** An amount of minor units in a currency, and the number of things it covers. */
export interface CountedAmount {
  currency: string
  count: number
  amount: bigint
}

/**
 * Counts the orders of a period. `tried` includes those that the card service refused, which never became orders.
 * `paid` counts those that a card has authorised or paid.
 */
export async function ordersOf(
  { db, merchant }: Context,
  period: ReportPeriod,
): Promise<{ made: number; tried: number; paid: number }> {
  const summed = await summedUntil({ db, merchant }, period)
  const from = (
    start: Date,
  ) => sql`merchant_id = ${merchant.id} and created >= ${start.toISOString()}::timestamptz
    and created <= ${period.until.toISOString()}::timestamptz`
  const within = from(period.from)
  // Each is counted in its own index. Whether an order is unpaid can change after its day is summed.
  const [row] = await db.execute<{ made: number; unpaid: number; refused: number }>(sql`
    select
      ((select coalesce(sum(orders), 0) from daily_total where ${isSummed(merchant.id, period, summed)})
        + (select count(*) from "order" where ${from(startOfDay(summed, merchant.timeZone))}))::int as made,
      (select count(*) from "order" where ${within} and failed_on is not null and (pending > 0 or denied > 0))::int as unpaid,
      (select count(*) from operation where ${within} and status = 'failed' and kind = 'authorise')::int as refused`)
  const { made = 0, unpaid = 0, refused = 0 } = row ?? {}
  return { made, tried: made + refused, paid: made - unpaid }
}

/** Returns failed payments that are being retried: the amount at risk. */
export async function retriedPayments({ db, merchant }: Context): Promise<CountedAmount[]> {
  const rows = await db.execute<{ currency: string; count: number; amount: string }>(sql`
    select currency, count(*)::int as count, sum(pending)::text as amount
    from "order" where merchant_id = ${merchant.id} and failed_on is not null and pending > 0
    group by currency order by count(*) desc, currency`)
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }))
}
