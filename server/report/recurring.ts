import { sql } from 'drizzle-orm'
import type { RevenueMovementKind } from '@/db/schema'
import { startOfDay } from '../core/clock'
import type { MerchantScope } from '../core/context'
import { instantSql } from '../core/instants'
import type { Day } from '../model/calendar'
import { type Customers, customersOf } from './customers'
import { partOf, summedUntil } from './days'
import type { Span } from './spans'

/** How monthly recurring revenue moved in a span, in one currency. `opening` and all kinds add up to `closing`. */
export interface Recurring {
  opening: bigint
  closing: bigint
  kinds: Record<RevenueMovementKind, { amount: bigint; count: number }>
  /** The revenue at the end of each part. */
  parts: bigint[]
  customers: Customers
}

/** Returns how monthly recurring revenue moved in a span, by currency. */
export async function recurringOf(context: MerchantScope, span: Span): Promise<Map<string, Recurring>> {
  const summed = await summedUntil(context, span)
  const [found, customers] = await Promise.all([
    movedIn(context, span, summed),
    customersOf(context, span, summed),
  ])
  for (const [currency, recurring] of found) {
    recurring.customers = customers.get(currency) ?? recurring.customers
  }
  return found
}

export const noRecurring = ({ parts }: Pick<Span, 'parts'>): Recurring => ({
  opening: 0n,
  closing: 0n,
  kinds: {
    new: { amount: 0n, count: 0 },
    expansion: { amount: 0n, count: 0 },
    contraction: { amount: 0n, count: 0 },
    lost: { amount: 0n, count: 0 },
    recovered: { amount: 0n, count: 0 },
  },
  parts: parts.map(() => 0n),
  customers: { opening: 0, lost: 0 },
})

async function movedIn(
  { db, merchant }: MerchantScope,
  span: Span,
  summed: Day | undefined,
): Promise<Map<string, Recurring>> {
  const part = partOf(span.parts)
  const since = summed === undefined ? '-infinity' : startOfDay(summed, merchant.timeZone).toISOString()
  const rows = await db.execute<{
    part: number
    currency: string
    kind: RevenueMovementKind
    amount: string
    count: number
  }>(sql`
    select part, currency, kind, sum(monthly)::text as amount, sum(count)::int as count from (
      select ${part(sql`day`, true)} as part, currency, kind, monthly, count from daily_recurring
      where merchant_id = ${merchant.id} and day < ${summed ?? '-infinity'}
      union all
      select ${part(sql`date`)}, currency, kind, sum(monthly), count(*) from subscription_movement
      where merchant_id = ${merchant.id} and date >= ${since}::timestamptz
        and date < ${instantSql(span.until)}
      group by 1, 2, 3
    ) each group by 1, 2, 3`)
  const found = new Map<string, Recurring>()
  const change = new Map<string, bigint[]>()
  for (const row of rows) {
    const recurring = found.get(row.currency) ?? noRecurring(span)
    found.set(row.currency, recurring)
    const amount = BigInt(row.amount)
    recurring.closing += amount
    if (row.part === 0) {
      recurring.opening += amount
      continue
    }
    const of = recurring.kinds[row.kind]
    of.amount += amount
    of.count += row.count
    const changes = change.get(row.currency) ?? span.parts.map(() => 0n)
    change.set(row.currency, changes)
    changes[row.part - 1] = (changes[row.part - 1] ?? 0n) + amount
  }
  for (const [currency, recurring] of found) {
    let sum = recurring.opening
    recurring.parts = span.parts.map((_, place) => {
      sum += change.get(currency)?.[place] ?? 0n
      return sum
    })
  }
  return found
}
