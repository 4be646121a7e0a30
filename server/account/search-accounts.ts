import { and, eq, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { account } from '@/db/schema'
import type { TimedScope } from '../core/context'
import { onDays } from '../core/day-range'
import { instantOf, milliseconds } from '../core/instants'
import { type Page, type PageEnd, pageBy } from '../core/page'
import { allWith, columnsOf, endOfWalk, type Walk, walked } from '../core/walk'
import { isIndexed, isRare, maxCheckedFirst } from '../store/account-text'
import { type AccountRecord, type AccountRow, withParts } from '../store/accounts'
import {
  AccountFilters,
  conditions,
  foundBy,
  matches,
  others,
  rarest,
  withSpellings,
} from './account-conditions'
import {
  type AccountPlace,
  type AccountSort,
  accountSorts,
  afterCursor,
  calledAs,
  cursorAt,
  isDated,
  orderOf,
} from './account-sorts'

export const AccountSearchQuery = AccountFilters.extend({
  after: z.string().max(3000).optional(),
  sort: z.enum(accountSorts).default('newest'),
})
type AccountSearchQuery = z.output<typeof AccountSearchQuery>
type SpelledQuery = Awaited<ReturnType<typeof withSpellings<AccountSearchQuery>>>

/** Returns the accounts of a merchant for the dashboard, searched by cards too, in the chosen order. */
export async function searchAccounts(
  scope: TimedScope,
  query: AccountSearchQuery & { limit: number },
): Promise<Page<AccountRecord>> {
  const { limit, sort } = query
  const { rows, ...end } = await find(scope, { ...(await withSpellings(scope, query)), limit }, (found) =>
    pageBy(found, limit, (row) => cursorAt(row, sort)),
  )
  return { rows: await withParts(scope, rows), ...end }
}

/** Returns the newest accounts with a number. */
export async function accountsNumbered(
  scope: TimedScope,
  { number, limit }: { number: string; limit: number },
): Promise<AccountRecord[]> {
  const rows = await scope.db
    .select()
    .from(account)
    .where(and(eq(account.merchantId, scope.merchant.id), eq(account.number, number)))
    .orderBy(orderOf.newest)
    .limit(limit)
  return withParts(scope, rows)
}

type FoundAccount = AccountRow & AccountPlace

/**
 * Finds the accounts of a page. An indexed search first checks the beginning of the list. If few accounts match a search
 * or a filter, all of these are read. Otherwise the list is read in its order, and each account is checked.
 */
async function find(
  scope: TimedScope,
  query: SpelledQuery & { limit: number },
  pageOf: (found: FoundAccount[]) => Page<FoundAccount>,
): Promise<Page<FoundAccount>> {
  const { limit, search, sort } = query
  const walk = walkOf(scope, query)
  const read = (rows: SQL): Promise<FoundAccount[]> =>
    scope.db
      .select({ ...columnsOf(account), called: calledAs })
      .from(sql`(${rows}) ${account}`)
      .orderBy(walk.order)
  if (search && isIndexed(search.text)) {
    const first = await read(walked({ ...walk, max: maxCheckedFirst }, limit + 1))
    if (first.length > limit) return pageOf(first)
  }
  const few = await fewMatches(scope, query, walk)
  if (few) return pageOf(await read(few))
  const found = await read(walked(walk, limit + 1))
  if (found.length > limit) return pageOf(found)
  return { rows: found, ...(await endOf(scope, walk, { last: found.at(-1), sort })) }
}

/** Selects the matches of a page by their indexes if they are few. */
async function fewMatches(
  scope: TimedScope,
  query: SpelledQuery & { limit: number },
  { indexed, filter, order }: Walk,
): Promise<SQL | undefined> {
  const { limit, search } = query
  if (search)
    return isIndexed(search.text) && (await isRare(scope, search.text))
      ? searched(scope, { ...query, search })
      : undefined
  const rare = await rarest(scope, query)
  return (
    rare &&
    sql`${allWith(account, rare)} where ${and(indexed, filter)} order by ${order} limit ${limit + 1}::int`
  )
}

/** Counts the accounts that match filters, up to a limit. */
export async function countAccounts(scope: TimedScope, query: AccountFilters) {
  const filters = await withSpellings(scope, query)
  const found =
    filters.search &&
    foundBy(filters.search).map(
      (condition) => sql`(select id from ${account}
    where ${and(eq(account.merchantId, scope.merchant.id), condition)})`,
    )
  const [row] = await scope.db.execute<{ count: number }>(sql`select count(*)::int as count from (
    select from ${account} where ${and(eq(account.merchantId, scope.merchant.id), conditions(scope, filters))}
      and ${found ? sql`${account.id} in (${sql.join(found, sql` union all `)})` : sql`true`} limit ${maxCounted + 1}::int) found`)
  const count = row?.count ?? 0
  return { count: Math.min(count, maxCounted), isMore: count > maxCounted, sums: [] }
}

const maxCounted = 100_000

/** How a page that is not full ends. */
async function endOf(
  { db }: TimedScope,
  walk: Walk,
  { last, sort }: { last: AccountPlace | undefined; sort: AccountSort },
): Promise<PageEnd> {
  const end = await endOfWalk<{ at: number; called: string; id: string }>(db, walk, {
    place: sql`${milliseconds(account.created)} as at, ${calledAs} as called, id`,
    isAfter: last && afterCursor(cursorAt(last, sort), sort),
  })
  if (!end) return {}
  const place = end.isLastMatch ? last : { ...end, created: instantOf(end.at) }
  return place ? { next: cursorAt(place, sort), searchedTo: place.created } : {}
}

/** How a list finds its accounts, or the first matches of a search. */
function walkOf(scope: TimedScope, query: SpelledQuery): Walk {
  const { search, sort, status } = query
  const ofStatus = status && eq(account.status, status)
  const during = onDays(account.created, query, scope.merchant.timeZone)
  // Accounts of a status have an index in the order of their creation, not of their names.
  const [sorted, checked] = isDated(sort)
    ? [and(ofStatus, during), undefined]
    : [undefined, and(ofStatus, during)]
  return {
    table: account,
    indexed: and(ofPage(scope, query), sorted),
    filter: and(checked, others(scope, query), search && matches(search)),
    order: orderOf[sort],
  }
}

const ofPage = ({ merchant }: TimedScope, { sort, after }: Pick<AccountSearchQuery, 'sort' | 'after'>) =>
  and(eq(account.merchantId, merchant.id), after === undefined ? undefined : afterCursor(after, sort))

/** A union of searches, each with its own index and limited to the page. With `or`, no index would be used. */
function searched(
  scope: TimedScope,
  query: SpelledQuery & { limit: number; search: NonNullable<SpelledQuery['search']> },
): SQL {
  const { limit, sort, search } = query
  const end = sql`order by ${orderOf[sort]} limit ${limit + 1}::int`
  const page = and(ofPage(scope, query), conditions(scope, query))
  const searches = foundBy(search).map(
    (condition) => sql`(select id from (${allWith(account, and(page, condition))}) ${account} ${end})`,
  )
  return sql`select * from ${account} where ${page} and ${account.id} in (${sql.join(searches, sql` union all `)}) ${end}`
}
