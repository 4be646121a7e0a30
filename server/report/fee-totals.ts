import { sql } from 'drizzle-orm'
import { settlementEntry } from '@/db/schema'
import type { MerchantScope } from '../core/context'
import type { CountedAmount } from '../model/money/money'
import { feeOf, feesMatching, hasFee } from '../settlement/fees'
import { sumsByCurrency } from '../settlement/sums'
import { type DayFilters, sumDaysAndRest } from './days'

/** Counts and adds up the fees that match filters, per currency. Uses the daily totals for past days. */
export async function feeTotals(
  context: MerchantScope,
  { start, end, currency }: DayFilters,
): Promise<CountedAmount[]> {
  const filters = { start, end, currency }
  const sums = await sumDaysAndRest(context, filters, {
    count: sql`fee_count`,
    amount: sql`fees`,
    rows: (when) => sql`select currency, count(*), sum(${feeOf}) from ${settlementEntry}
      where ${hasFee} and ${when(sql`date`)} group by 1`,
  })
  if (sums) return sums
  const matching = feesMatching(context.merchant, filters)
  return sumsByCurrency(context.db, settlementEntry, { amount: sql`sum(${feeOf})`, matching })
}
