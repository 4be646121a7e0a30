import { sql } from 'drizzle-orm'
import { dailyTotal, settlementEntry } from '@/db/schema'
import type { MerchantScope } from '../core/context'
import type { CountedAmount } from '../model/money/money'
import { type FeeSearch, feeOf, feesMatching, hasFee } from '../settlement/fees'
import { sumsByCurrency } from '../settlement/sums'
import { daysAndRest } from './days'

/** Counts and adds up the fees that match filters, per currency. Uses the daily totals for past days. */
export async function feeTotals(
  context: MerchantScope,
  { start, end, currency }: Pick<FeeSearch, 'start' | 'end' | 'currency'>,
): Promise<CountedAmount[]> {
  const { db, merchant } = context
  const days = { start, end, currency }
  const found = await daysAndRest(context, days)
  if (!found) {
    const matching = feesMatching(merchant, days)
    return sumsByCurrency(db, settlementEntry, { amount: sql`sum(${feeOf})`, matching })
  }
  const rows = await db.execute<{ currency: string; count: number; amount: string }>(sql`
    select currency, sum(count)::int as count, sum(amount)::text as amount from (
      select currency, fee_count as count, fees as amount from ${dailyTotal} where ${found.days} and fee_count > 0
      union all
      select currency, count(*), sum(${feeOf}) from ${settlementEntry}
      where ${hasFee} and ${found.rest(sql`date`)} group by 1
    ) each group by 1 order by 1`)
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }))
}
