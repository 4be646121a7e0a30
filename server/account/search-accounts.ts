import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { account } from '@/db/schema'
import type { Scope } from '../core/context'
import { behind, cursorOf } from '../core/cursor'
import { type Page, type PageEnd, pageBy } from '../core/page'
import {
  allWith,
  columnsOf,
  countFew,
  endOfWalk,
  instantOf,
  milliseconds,
  type Walk,
  walked,
} from '../core/walk'
import { accountStatuses } from '../model/account'
import { instant, storableText, text } from '../model/fields'
import { type AccountRecord, withParts } from '../store/accounts'
import { contains, isIndexed, isRare, mostCheckedFirst } from '../store/list-accounts'

const accountOrders = ['newest', 'oldest', 'name', 'name-down'] as const

export const AccountSearchQuery = z.strictObject({
  after: z.string().max(3000).optional(),
  status: z.enum(accountStatuses).optional(),
  /** Part of the name, e-mail address, number or id; or the last four digits of a card. */
  search: text().optional(),
  sort: z.enum(accountOrders).default('newest'),
})
type AccountSearchQuery = z.output<typeof AccountSearchQuery>
type Sort = AccountSearchQuery['sort']

/** The name of an account in a list. `account_called` is an index on it. */
const calledAs = sql<string>`lower(coalesce(${account.customer}->>'name', ${account.customer}->>'email', ${account.id}))`

/** Returns the accounts of a merchant for the dashboard, searched by cards too, in the chosen order. */
export async function searchAccounts(
  scope: Scope,
  query: AccountSearchQuery & { limit: number },
): Promise<Page<AccountRecord>> {
  const { db } = scope
  const { limit, search, sort, status } = query
  const walk = walkOf(scope, query)
  const read = (rows: SQL) =>
    db
      .select({ ...columnsOf(account), called: calledAs })
      .from(sql`(${rows}) ${account}`)
      .orderBy(walk.order)
  const ofStatus = status && and(eq(account.merchantId, scope.merchant.id), eq(account.status, status))
  const isIndexedSearch = search !== undefined && isIndexed(search)
  let found = isIndexedSearch ? await read(walked({ ...walk, most: mostCheckedFirst }, limit + 1)) : []
  let isWhole = found.length > limit
  if (!isWhole && isIndexedSearch && (await isRare(scope, search))) {
    found = await read(searched(scope, { ...query, search }))
    isWhole = true
  } else if (search === undefined && ofStatus && !isDated(sort) && (await areFew(db, ofStatus))) {
    const { indexed, filter, order } = walk
    found = await read(
      sql`${allWith(account, ofStatus)} where ${and(indexed, filter)} order by ${order} limit ${limit + 1}::int`,
    )
    isWhole = true
  } else if (!isWhole) {
    found = await read(walked(walk, limit + 1))
  }
  const { rows, ...end } =
    found.length > limit || isWhole
      ? pageBy(found, limit, (row) => cursorAt(row, sort))
      : { rows: found, ...(await endOf(scope, walk, { last: found.at(-1), sort })) }
  return { rows: await withParts(scope, rows), ...end }
}

const areFew = async (db: Scope['db'], condition: SQL): Promise<boolean> => {
  const [count] = await countFew(db, [sql`from ${account} where ${condition}`])
  return count !== undefined
}

/** How a page ends that is not full. */
async function endOf(
  { db }: Scope,
  walk: Walk,
  { last, sort }: { last: AccountPlace | undefined; sort: Sort },
): Promise<PageEnd> {
  const end = await endOfWalk<{ at: number; called: string; id: string }>(db, walk, {
    place: sql`${milliseconds(account.created)} as at, ${calledAs} as called, id`,
    isBehind: last && behindCursor(cursorAt(last, sort), sort),
  })
  if (!end) return {}
  const place = end.isLastMatch ? last : { ...end, created: instantOf(end.at) }
  return place ? { next: cursorAt(place, sort), searchedTo: place.created } : {}
}

/** How a list finds its accounts, or the first matches of a search. */
function walkOf(scope: Scope, { search, sort, status, after }: AccountSearchQuery): Walk {
  const ofStatus = status && eq(account.status, status)
  // Accounts of a status have an index in the order of their creation, not of their names.
  const [sorted, checked] = isDated(sort) ? [ofStatus, undefined] : [undefined, ofStatus]
  return {
    table: account,
    indexed: and(ofPage(scope, { sort, after }), sorted),
    filter: and(checked, search === undefined ? undefined : matches(search)),
    order: sql.join(orderOf[sort], sql`, `),
  }
}

const ofPage = ({ merchant }: Scope, { sort, after }: Pick<AccountSearchQuery, 'sort' | 'after'>) =>
  and(eq(account.merchantId, merchant.id), after === undefined ? undefined : behindCursor(after, sort))

/** Selects the card of an account that has these last four digits; undefined if a search is not for four digits. */
const cardWith = (search: string): SQL | undefined =>
  /^\d{4}$/.test(search)
    ? sql`select true from method m where m.merchant_id = ${account.merchantId}
        and m.account_id = ${account.id} and m.last4 = ${search}`
    : undefined

/** Whether an account matches a search. Not with `exists`, so that PostgreSQL looks only at the cards of that account. */
function matches(search: string): SQL | undefined {
  const card = cardWith(search)
  return or(contains(search), card && sql`(${card} limit 1)`)
}

/** A union of searches, each with its own index and limited to the page. With `or`, no index would be used. */
function searched(
  scope: Scope,
  { limit, sort, status, after, search }: AccountSearchQuery & { limit: number; search: string },
): SQL {
  const order = sql.join(orderOf[sort], sql`, `)
  const end = sql`order by ${order} limit ${limit + 1}::int`
  const page = and(ofPage(scope, { sort, after }), status && eq(account.status, status))
  const card = cardWith(search)
  const searches = [contains(search), ...(card ? [sql`exists (${card})`] : [])].map(
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

function behindCursor(cursor: string, sort: Sort): SQL {
  const [, place, id] = cursors[sort].read(cursor)
  return behind(
    [isDated(sort) ? account.created : calledAs, account.id],
    [isDated(sort) ? sql`${place}::timestamptz` : sql`${place}`, sql`${id}`],
    sort === 'oldest' || sort === 'name' ? 'ascending' : 'descending',
  )
}

const isDated = (sort: Sort) => sort === 'newest' || sort === 'oldest'
