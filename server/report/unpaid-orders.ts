import { sql } from 'drizzle-orm'
import type { Context, MerchantScope } from '../core/context'
import type { CountedAmount } from '../model/money/money'
import { within } from './days'
import type { Span } from './spans'

/** Orders of a span that have not been paid. */
export interface Unpaid {
  currency: string
  /** Orders that exist and are unpaid. */
  unpaid: number
  /** Orders that were never created, because the card service refused them. */
  refused: number
}

/** Counts the orders of a span that were not paid, by currency. */
export async function unpaidOf(context: MerchantScope, span: Span): Promise<Unpaid[]> {
  const inSpan = within(context, span, sql`created`)
  // Each is counted using its own index.
  const rows = await context.db.execute<Unpaid & Record<string, unknown>>(sql`
    select currency, sum(unpaid)::int as unpaid, sum(refused)::int as refused from (
      select currency, count(*) as unpaid, 0 as refused from "order"
      where ${inSpan} and failed_on is not null and (pending > 0 or denied > 0) group by 1
      union all
      select currency, 0, count(*) from operation
      where ${inSpan} and status = 'failed' and kind = 'authorise' group by 1
    ) each group by 1`)
  return [...rows]
}

/** Returns failed payments that are being retried: the amount at risk. */
export async function retriedPayments({ db, merchant }: Context): Promise<CountedAmount[]> {
  const rows = await db.execute<{ currency: string; count: number; amount: string }>(sql`
    select currency, count(*)::int as count, sum(pending)::text as amount
    from "order" where merchant_id = ${merchant.id} and failed_on is not null and pending > 0
    group by currency order by count(*) desc, currency`)
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }))
}

/** The outcomes of failed payments in a span: charged after all, or given up. */
interface Outcomes {
  recovered: CountedAmount[]
  lost: CountedAmount[]
}

/**
 * Returns the outcomes of failed payments in a span, by currency: the sums of the lists of `recovered` and `lost`
 * events. Starts from the orders with a failed payment, which are few.
 */
export async function outcomesOf({ db, merchant }: MerchantScope, { from, until }: Span): Promise<Outcomes> {
  const isRecovered = sql`(e.type = 'charge' or e.type = 'fail' and e.original = 'charge' and e.amount is not null)`
  const isLost = sql`(e.type = 'fail' and e.amount is null and o.denied > 0 and not exists (
    select from order_event later where later.merchant_id = e.merchant_id and later.order_id = e.order_id
      and later.sequence > e.sequence and later.type = 'fail'))`
  const rows = await db.execute<{
    currency: string
    recovered: string
    charges: number
    lost: string
    failures: number
  }>(sql`
    select e.currency, count(*) filter (where ${isRecovered})::int as charges,
      coalesce(sum(case e.type when 'fail' then -e.amount else e.amount end) filter (where ${isRecovered}), 0)::text as recovered,
      count(*) filter (where ${isLost})::int as failures,
      coalesce(sum(o.denied) filter (where ${isLost}), 0)::text as lost
    from "order" o join order_event e on e.merchant_id = o.merchant_id and e.order_id = o.id
    where o.merchant_id = ${merchant.id} and o.failed_on is not null and e.type in ('charge', 'fail')
      and e.date >= ${from.toISOString()}::timestamptz and e.date < ${until.toISOString()}::timestamptz
    group by 1`)
  return {
    recovered: rows.map(({ currency, charges, recovered }) => ({
      ...{ currency, count: charges, amount: BigInt(recovered) },
    })),
    lost: rows.map(({ currency, failures, lost }) => ({
      ...{ currency, count: failures, amount: BigInt(lost) },
    })),
  }
}
