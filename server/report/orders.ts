import { sql } from 'drizzle-orm'
import type { Context } from '../core/context'
import type { ReportPeriod } from './days'

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
  { from, until }: ReportPeriod,
): Promise<{ made: number; tried: number; paid: number }> {
  const within = sql`merchant_id = ${merchant.id} and created >= ${from.toISOString()}::timestamptz
    and created <= ${until.toISOString()}::timestamptz`
  // Each is counted in its own index. An order is pending or denied as a whole.
  const [row] = await db.execute<{ made: number; unpaid: number; refused: number }>(sql`
    select
      (select count(*) from "order" where ${within})::int as made,
      ((select count(*) from "order" where ${within} and pending > 0)
        + (select count(*) from "order" where ${within} and denied > 0))::int as unpaid,
      (select count(*) from operation where ${within} and status = 'failed' and kind = 'authorise')::int as refused`)
  const { made = 0, unpaid = 0, refused = 0 } = row ?? {}
  return { made, tried: made + refused, paid: made - unpaid }
}

/** Returns failed payments that are being retried: the amount at risk. */
export async function retriedPayments({ db, merchant }: Context): Promise<CountedAmount[]> {
  const rows = await db.execute<{ currency: string; count: number; amount: string }>(sql`
    select currency, count(*)::int as count, sum(pending)::text as amount
    from "order" where merchant_id = ${merchant.id} and pending > 0 and failed_on is not null
    group by currency order by count(*) desc, currency`)
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }))
}
