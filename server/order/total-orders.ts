import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../core/context'
import { maxWalked, walked } from '../core/walk'
import type { Money } from '../model/money/money'
import { findOrders, type OrderFilters } from './find-orders'

/** How many rows are counted. Counting more would take longer than reading the list. */
const maxCounted = 50_000
/** For filters without an index, this many times as many rows are checked as for a page. */
const pagesChecked = 5
/** A list with more rows than that gets no sums, and at most this many of its matches are counted. */
const countedIfTooLong = 100

/** The number of a list's rows and their sum per currency. */
export interface ListTotals {
  count: number
  /** Whether there may be more than were counted. If so, there are no sums. */
  isMore: boolean
  sums: Money[]
}

/** Counts and sums the orders that match filters, exactly or up to a limit. */
export async function totalOrders(
  context: Context,
  filters: Omit<OrderFilters, 'limit' | 'after' | 'sort'>,
): Promise<ListTotals> {
  const found = await findOrders(context, filters)
  const withFirst = (rows: SQL) => (found.first ? sql`(${found.first}) union all (${rows})` : rows)
  if ('rows' in found) return sumOf(context, withFirst(sql`select * from (${found.rows}) found`))
  const { table, indexed, filter, max = maxWalked } = found.walk
  if (!filter)
    return sumOf(context, sql`select * from ${table} where ${indexed} limit ${maxCounted + 1}::int`)
  const checked = max * pagesChecked
  const [further] = await context.db.execute(
    sql`select true from ${table} where ${indexed} offset ${checked}::int limit 1`,
  )
  if (further) {
    const { count } = await sumOf(context, withFirst(walked(found.walk, countedIfTooLong)))
    return { count, isMore: true, sums: [] }
  }
  return sumOf(context, withFirst(walked({ ...found.walk, max: checked }, checked)))
}

/** Counts rows and sums those with a currency and an amount. */
export async function sumOf({ db }: Pick<Context, 'db'>, rows: SQL): Promise<ListTotals> {
  const sums = await db.execute<{ currency: string | null; count: number; sum: string }>(
    sql`select currency, count(*)::int as count, sum(amount)::text as sum from (${rows}) counted group by currency order by count desc, currency`,
  )
  const count = sums.reduce((total, row) => total + row.count, 0)
  const isMore = count > maxCounted
  return {
    count: isMore ? maxCounted : count,
    isMore,
    sums: isMore
      ? []
      : sums.flatMap(({ currency, sum }) => (currency === null ? [] : { amount: BigInt(sum), currency })),
  }
}
