import { sql } from 'drizzle-orm'
import type { RevenueMovementKind } from '@/db/schema'
import type { MerchantScope } from '../core/context'
import { partOf } from './days'
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

/** Customers with subscriptions at the start of a span, and how many of them have none at its end. */
interface Customers {
  opening: number
  lost: number
}

/** Returns how monthly recurring revenue moved in spans, by currency. */
export async function recurringOf(
  context: MerchantScope,
  spans: readonly Span[],
): Promise<Map<string, Recurring>[]> {
  const [customers, ...moved] = await Promise.all([
    customersOf(context, spans),
    ...spans.map((span) => movedIn(context, span)),
  ])
  return moved.map((found, place) => {
    for (const [currency, recurring] of found) {
      recurring.customers = customers.get(`${place} ${currency}`) ?? { opening: 0, lost: 0 }
    }
    return found
  })
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

async function movedIn({ db, merchant }: MerchantScope, span: Span): Promise<Map<string, Recurring>> {
  const rows = await db.execute<{
    part: number
    currency: string
    kind: RevenueMovementKind
    amount: string
    count: number
  }>(sql`
    select ${partOf(span.parts)(sql`date`)} as part, currency, kind, sum(monthly)::text as amount, count(*)::int as count
    from subscription_movement
    where merchant_id = ${merchant.id} and date < ${span.until.toISOString()}::timestamptz
    group by 1, 2, 3`)
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

/** Counts the customers of spans, by the place of the span and the currency. */
async function customersOf(
  { db, merchant }: MerchantScope,
  spans: readonly Span[],
): Promise<Map<string, Customers>> {
  const until = new Date(Math.max(...spans.map((span) => span.until.getTime())))
  // How many subscriptions there are. Small integers, so that the sums of all accounts fit into PostgreSQL's memory.
  const at = (instant: Date) => sql`coalesce(sum(case kind when 'lost' then -1 else 1 end)
    filter (where kind in ('new', 'recovered', 'lost') and date < ${instant.toISOString()}::timestamptz), 0)`
  const sums = spans.map(
    ({ from, until }, place) =>
      sql`${at(from)} as ${sql.raw(`opening${place}`)}, ${at(until)} as ${sql.raw(`closing${place}`)}`,
  )
  const counts = spans.map(
    (
      _,
      place,
    ) => sql`count(*) filter (where ${sql.raw(`opening${place} > 0`)})::int as ${sql.raw(`had${place}`)},
      count(*) filter (where ${sql.raw(`opening${place} > 0 and closing${place} = 0`)})::int as ${sql.raw(`lost${place}`)}`,
  )
  const rows = await db.execute<Record<string, string | number>>(sql`
    select currency, ${sql.join(counts, sql`, `)} from (
      select currency, account_id, ${sql.join(sums, sql`, `)} from subscription_movement
      where merchant_id = ${merchant.id} and date < ${until.toISOString()}::timestamptz
      group by 1, 2
    ) each group by 1`)
  return new Map(
    rows.flatMap((row) =>
      spans.map((_, place) => [
        `${place} ${row.currency}`,
        { opening: Number(row[`had${place}`]), lost: Number(row[`lost${place}`]) },
      ]),
    ),
  )
}
