import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { account, method, order } from '@/db/schema'
import type { TimedScope } from '../core/context'
import { cursorOf, rowsAfter } from '../core/cursor'
import { onDays } from '../core/day-range'
import { type Page, type PageEnd, pageBy } from '../core/page'
import { hasMetadata } from '../core/search-conditions'
import {
  allWith,
  columnsOf,
  endOfWalk,
  instantOf,
  milliseconds,
  rarestOf,
  type Walk,
  walked,
} from '../core/walk'
import { accountStatuses } from '../model/account'
import { addDays, type Day, dayOf } from '../model/calendar'
import { date, instant, storableText, text } from '../model/fields'
import { languages } from '../model/language'
import { parseSearch } from '../model/search-text'
import { type AccountRecord, withParts } from '../store/accounts'
import { contains, isIndexed, isRare, maxCheckedFirst } from '../store/list-accounts'

const accountOrders = ['newest', 'oldest', 'name', 'name-down'] as const

export const AccountFilters = z.strictObject({
  status: z.enum(accountStatuses).optional(),
  /** Accounts with an unpaid order. */
  unpaid: z.literal('yes').optional(),
  /** Accounts whose default card expires soon or has expired. */
  expiring: z.literal('yes').optional(),
  language: z.enum(languages).optional(),
  tag: text().optional(),
  /** The days between which they were created. */
  start: date().optional(),
  end: date().optional(),
  /**
   * Part of the number or id, of the customer's name, e-mail address, id or phone number, or of metadata; a tag; or the
   * last four digits of a card.
   */
  search: text().optional(),
})
export type AccountFilters = z.output<typeof AccountFilters>

export const AccountSearchQuery = AccountFilters.extend({
  after: z.string().max(3000).optional(),
  sort: z.enum(accountOrders).default('newest'),
})
type AccountSearchQuery = z.output<typeof AccountSearchQuery>
type Sort = AccountSearchQuery['sort']

/** What a search needs to know about the merchant. */
type Reader = TimedScope

/** The name of an account in a list. `account_called` is an index on it. */
const calledAs = sql<string>`lower(coalesce(${account.customer}->>'name', ${account.customer}->>'email', ${account.id}))`

/** Returns the accounts of a merchant for the dashboard, searched by cards too, in the chosen order. */
export async function searchAccounts(
  scope: Reader,
  query: AccountSearchQuery & { limit: number },
): Promise<Page<AccountRecord>> {
  const { db } = scope
  const { limit, search, sort } = query
  const walk = walkOf(scope, query)
  const read = (rows: SQL) =>
    db
      .select({ ...columnsOf(account), called: calledAs })
      .from(sql`(${rows}) ${account}`)
      .orderBy(walk.order)
  const isIndexedSearch = search !== undefined && isIndexed(search)
  let found = isIndexedSearch ? await read(walked({ ...walk, max: maxCheckedFirst }, limit + 1)) : []
  let isWhole = found.length > limit
  if (!isWhole && isIndexedSearch && (await isRare(scope, search))) {
    found = await read(searched(scope, { ...query, search }))
    isWhole = true
  } else if (!isWhole) {
    const rare = search === undefined ? await rarest(scope, query) : undefined
    if (rare) {
      const { indexed, filter, order } = walk
      found = await read(
        sql`${allWith(account, rare)} where ${and(indexed, filter)} order by ${order} limit ${limit + 1}::int`,
      )
      isWhole = true
    } else {
      found = await read(walked(walk, limit + 1))
    }
  }
  const { rows, ...end } =
    found.length > limit || isWhole
      ? pageBy(found, limit, (row) => cursorAt(row, sort))
      : { rows: found, ...(await endOf(scope, walk, { last: found.at(-1), sort })) }
  return { rows: await withParts(scope, rows), ...end }
}

/** Counts the accounts that match filters, up to a limit. */
export async function countAccounts(scope: Reader, filters: AccountFilters) {
  const { search } = filters
  const found =
    search === undefined
      ? undefined
      : foundBy(search).map(
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

/** The condition that the fewest accounts meet, if these are few and come from an index in a different order. */
async function rarest(scope: Reader, query: AccountSearchQuery): Promise<SQL | undefined> {
  const { db, merchant } = scope
  const { status, tag, unpaid, expiring, sort } = query
  const ofMerchant = eq(account.merchantId, merchant.id)
  const candidates = [
    // Accounts of a status have an index in the order of their creation.
    status && !isDated(sort) ? and(ofMerchant, eq(account.status, status)) : undefined,
    tag === undefined ? undefined : and(ofMerchant, hasTag(tag)),
    unpaid && and(ofMerchant, sql`${account.id} = any(array(${unpaidAccounts(merchant.id)}))`),
    expiring && and(ofMerchant, sql`${account.id} = any(array(${expiringAccounts(scope)}))`),
  ].filter((condition) => condition !== undefined)
  return rarestOf(
    db,
    candidates.map((condition) => ({ condition, found: sql`from ${account} where ${condition}` })),
  )
}

const unpaidAccounts = (merchantId: string): SQL =>
  sql`select o.account_id from ${order} o where o.merchant_id = ${merchantId} and (o.pending > 0 or o.denied > 0)`

const expiringAccounts = (scope: Reader): SQL =>
  sql`select m.account_id from ${method} m where m.merchant_id = ${scope.merchant.id} and m.position = 0
    and m.expires_on < ${soon(scope)}::date`

/** The day before which a card expires soon. */
const soon = ({ merchant, clock }: Reader): Day =>
  addDays(dayOf(clock.now(), merchant.timeZone), daysBeforeExpiry)

const daysBeforeExpiry = 45

const hasTag = (tag: string): SQL => sql`${account.tags} @> array[${tag}]::text[]`

/** The filters that each account is checked for, except the status and the search. */
const others = (scope: Reader, { unpaid, expiring, language, tag }: AccountFilters): SQL | undefined =>
  and(
    tag === undefined ? undefined : hasTag(tag),
    language === undefined
      ? undefined
      : sql`coalesce(${account.language}, ${account.chosenLanguage}) = ${language}`,
    // Not with `exists`, so that PostgreSQL looks only at the orders and cards of that account.
    unpaid &&
      sql`(select true from ${order} o where o.merchant_id = ${account.merchantId} and o.account_id = ${account.id}
        and (o.pending > 0 or o.denied > 0) limit 1)`,
    expiring &&
      sql`(select true from ${method} m where m.merchant_id = ${account.merchantId} and m.account_id = ${account.id}
        and m.position = 0 and m.expires_on < ${soon(scope)}::date limit 1)`,
  )

const conditions = (scope: Reader, filters: AccountFilters): SQL | undefined =>
  and(
    filters.status && eq(account.status, filters.status),
    onDays(account.created, filters, scope.merchant.timeZone),
    others(scope, filters),
  )

/** How a page that is not full ends. */
async function endOf(
  { db }: Reader,
  walk: Walk,
  { last, sort }: { last: AccountPlace | undefined; sort: Sort },
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
function walkOf(scope: Reader, query: AccountSearchQuery): Walk {
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
    filter: and(checked, others(scope, query), search === undefined ? undefined : matches(search)),
    order: sql.join(orderOf[sort], sql`, `),
  }
}

const ofPage = ({ merchant }: Reader, { sort, after }: Pick<AccountSearchQuery, 'sort' | 'after'>) =>
  and(eq(account.merchantId, merchant.id), after === undefined ? undefined : afterCursor(after, sort))

const cardWith = (
  last4: string,
): SQL => sql`select true from ${method} m where m.merchant_id = ${account.merchantId}
  and m.account_id = ${account.id} and m.last4 = ${last4}`

/** The conditions for what a search may mean. Each has its own index. */
function foundBy(search: string): SQL[] {
  const parsed = parseSearch(search)
  const { text, last4 } = parsed
  return [
    contains(text),
    // Few accounts have tags or metadata.
    sql`${account.tags} is not null and ${hasTag(text)}`,
    sql`${account.metadata} is not null and ${hasMetadata(account.metadata, parsed)}`,
    ...(last4 ? [sql`exists (${cardWith(last4)})`] : []),
  ]
}

/** Whether an account matches a search. Not with `exists`, so that PostgreSQL looks only at the cards of that account. */
function matches(search: string): SQL | undefined {
  const parsed = parseSearch(search)
  const { text, last4 } = parsed
  return or(
    contains(text),
    hasTag(text),
    hasMetadata(account.metadata, parsed),
    last4 ? sql`(${cardWith(last4)} limit 1)` : undefined,
  )
}

/** A union of searches, each with its own index and limited to the page. With `or`, no index would be used. */
function searched(scope: Reader, query: AccountSearchQuery & { limit: number; search: string }): SQL {
  const { limit, sort, search } = query
  const order = sql.join(orderOf[sort], sql`, `)
  const end = sql`order by ${order} limit ${limit + 1}::int`
  const page = and(ofPage(scope, query), conditions(scope, query))
  const searches = foundBy(search).map(
    (condition) => sql`(select id from (${allWith(account, and(page, condition))}) ${account} ${end})`,
  )
  return sql`select * from ${account} where ${page} and ${account.id} in (${sql.join(searches, sql` union all `)}) ${end}`
}

const orderOf: Record<Sort, SQL[]> = {
  newest: [desc(account.created), desc(account.id)],
  oldest: [asc(account.created), asc(account.id)],
  name: [asc(calledAs), asc(account.id)],
  'name-down': [desc(calledAs), desc(account.id)],
}

const accountId = z.string().regex(/^[A-Za-z]{16}$/)
const cursors = {
  newest: cursorOf(z.tuple([z.literal('newest'), instant(), accountId])),
  oldest: cursorOf(z.tuple([z.literal('oldest'), instant(), accountId])),
  name: cursorOf(z.tuple([z.literal('name'), storableText(2000), accountId])),
  'name-down': cursorOf(z.tuple([z.literal('name-down'), storableText(2000), accountId])),
}

/** What lists are sorted by. */
interface AccountPlace {
  created: Date
  called: string
  id: string
}

const cursorAt = ({ created, called, id }: AccountPlace, sort: Sort): string => {
  switch (sort) {
    case 'newest':
      return cursors.newest.write([sort, created.toISOString(), id])
    case 'oldest':
      return cursors.oldest.write([sort, created.toISOString(), id])
    case 'name':
      return cursors.name.write([sort, called, id])
    case 'name-down':
      return cursors['name-down'].write([sort, called, id])
  }
}

function afterCursor(cursor: string, sort: Sort): SQL {
  const [, place, id] = cursors[sort].read(cursor)
  return rowsAfter(
    [isDated(sort) ? account.created : calledAs, account.id],
    [isDated(sort) ? sql`${place}::timestamptz` : sql`${place}`, sql`${id}`],
    sort === 'oldest' || sort === 'name' ? 'ascending' : 'descending',
  )
}

const isDated = (sort: Sort) => sort === 'newest' || sort === 'oldest'
