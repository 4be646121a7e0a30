import { type SQL, sql } from 'drizzle-orm'
import { realClock } from '../core/clock'
import type { Context, MerchantScope } from '../core/context'
import type { CountedAmount } from '../model/money/money'
import { expiresSoon } from '../payment/ending-authorisations'
import { givesUp, isLost, isRefusedOrder, lostOfOrder, wasNeverPaid } from '../store/unpaid'
import { within } from './days'
import type { Span } from './spans'

/** Orders of a span that have not been paid. */
export interface Unpaid {
  currency: string
  /** Orders that exist and are unpaid, or were cancelled unpaid. */
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
      where ${inSpan} and ${wasNeverPaid} group by 1
      union all
      select currency, 0, count(*) from operation
      where ${inSpan} and ${isRefusedOrder} group by 1
    ) each group by 1`)
  return [...rows]
}

/** Returns failed payments that are being retried: the amount at risk. */
export const retriedPayments = (context: Context): Promise<CountedAmount[]> =>
  ordersWith(context, sql`pending`, hasFailed)

/** Returns payments that are still owed after the last attempt. Their accounts are suspended. */
export const givenUpPayments = (context: Context): Promise<CountedAmount[]> =>
  ordersWith(context, sql`denied`, hasFailed)

/** Returns what can be charged only within a day, because its authorisation expires. */
export const expiringAuthorisations = (context: Context): Promise<CountedAmount[]> =>
  ordersWith(context, sql`ordered`, expiresSoon(realClock(context).now()))

const hasFailed = sql`failed_on is not null`

/** Counts the orders that meet a condition and have an amount in a state, and adds it up, by currency. */
async function ordersWith(
  { db, merchant }: Context,
  state: SQL,
  condition: SQL | undefined,
): Promise<CountedAmount[]> {
  const rows = await db.execute<{ currency: string; count: number; amount: string }>(sql`
    select currency, count(*)::int as count, sum(${state})::text as amount
    from "order" where merchant_id = ${merchant.id} and ${condition} and ${state} > 0
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
 * events.
 */
export async function outcomesOf(
  context: MerchantScope,
  span: Pick<Span, 'from' | 'until'>,
): Promise<Outcomes> {
  const inSpan = within(context, span, sql`date`)
  const rows = await context.db.execute<{
    outcome: keyof Outcomes
    currency: string
    count: number
    amount: string
  }>(sql`
    select 'recovered' as outcome, currency, count(*)::int as count,
      sum(case type when 'fail' then -amount else amount end)::text as amount
    from order_event where ${inSpan} and recovers group by currency
    union all
    select 'lost', o.currency, count(*)::int, sum(${lostOfOrder})::text
    from (select merchant_id, order_id from order_event where ${inSpan} and ${givesUp}) given_up
    join "order" o on o.merchant_id = given_up.merchant_id and o.id = given_up.order_id
    where ${isLost} group by o.currency`)
  const counted = (wanted: keyof Outcomes) =>
    rows.flatMap(({ outcome, currency, count, amount }) =>
      outcome === wanted ? { currency, count, amount: BigInt(amount) } : [],
    )
  return { recovered: counted('recovered'), lost: counted('lost') }
}
