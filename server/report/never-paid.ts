import { sql } from 'drizzle-orm'
import type { MerchantScope } from '../core/context'
import type { CountedAmount } from '../model/money/money'
import { givesUp, isLost, isRefusedOrder, lostOfOrder, wasNeverPaid } from '../store/unpaid'
import { within } from './days'
import type { Span } from './spans'

/** Orders of a span that have not been paid. */
export interface NeverPaid {
  currency: string
  /** Orders that exist and are unpaid, or were cancelled unpaid. */
  unpaid: number
  /** Orders that were never created, because the card service refused them. */
  refused: number
}

/** Counts the orders of a span that were not paid, by currency. */
export async function neverPaidOf(context: MerchantScope, span: Span): Promise<NeverPaid[]> {
  const inSpan = within(context, span, sql`created`)
  // Each is counted using its own index.
  const rows = await context.db.execute<NeverPaid & Record<string, unknown>>(sql`
    select currency, sum(unpaid)::int as unpaid, sum(refused)::int as refused from (
      select currency, count(*) as unpaid, 0 as refused from "order"
      where ${inSpan} and ${wasNeverPaid} group by 1
      union all
      select currency, 0, count(*) from operation
      where ${inSpan} and ${isRefusedOrder} group by 1
    ) each group by 1`)
  return [...rows]
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
