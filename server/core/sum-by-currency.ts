import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import type { CountedAmount } from '../model/money/money'

/** Adds up what is counted, by currency, the most frequent first. `counted` selects a currency, a count and an amount. */
export async function sumByCurrency(db: Queryable, counted: SQL): Promise<CountedAmount[]> {
  const rows = await db.execute<{ currency: string; count: number; amount: string }>(sql`
    select currency, sum(count)::int as count, sum(amount)::text as amount
    from (${counted}) each (currency, count, amount) group by 1 having sum(count) > 0 order by 2 desc, 1`)
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }))
}
