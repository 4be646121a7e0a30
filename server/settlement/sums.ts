import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { type dispute, order, type payout, settlementEntry } from '@/db/schema'
import type { CountedAmount } from '../model/money/money'

/** Joins an entry with its order. */
export const ofItsOrder = and(
  eq(order.merchantId, settlementEntry.merchantId),
  eq(order.id, settlementEntry.orderId),
)

/** Counts the rows that match, and adds up an amount of each, per currency. */
export const sumsByCurrency = (
  db: Queryable,
  table: typeof dispute | typeof payout | typeof settlementEntry,
  { amount, matching }: { amount: SQL; matching: SQL | undefined },
): Promise<CountedAmount[]> =>
  db
    .select({
      currency: table.currency,
      count: sql`count(*)`.mapWith(Number),
      amount: amount.mapWith(BigInt),
    })
    .from(table)
    .where(matching)
    .groupBy(table.currency)
    .orderBy(asc(table.currency))
