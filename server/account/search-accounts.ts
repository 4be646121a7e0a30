import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { account } from '@/db/schema'
import type { Scope } from '../core/context'
import { behind, cursorOf } from '../core/cursor'
import { type Page, pageBy } from '../core/page'
import { accountStatuses } from '../model/account'
import { instant, storableText, text } from '../model/fields'
import { type AccountRecord, escapeLike, withParts } from '../store/accounts'

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
  const { db, merchant } = scope
  const { limit, search, sort, status, after } = query
  const page = and(
    eq(account.merchantId, merchant.id),
    status && eq(account.status, status),
    after === undefined ? undefined : behindCursor(after, sort),
  )
  const rows = await db
    .select({ row: account, called: calledAs })
    .from(account)
    .where(and(page, search === undefined ? undefined : found(search)))
    .orderBy(...orderOf[sort])
    .limit(limit + 1)
  const { rows: shown, ...next } = pageBy(rows, limit, (row) => cursorAt(row, sort))
  const records = await withParts(
    scope,
    shown.map(({ row }) => row),
  )
  return { rows: records, ...next }

  /** A union of searches, each with its own index and limited to the page. With `or`, no index would be used. */
  function found(wanted: string): SQL {
    const searches = [sql`${account.searchText} like ${`%${escapeLike(wanted.toLowerCase())}%`}`]
    if (/^\d{4}$/.test(wanted)) {
      searches.push(sql`exists (select 1 from method m where m.merchant_id = ${account.merchantId}
        and m.account_id = ${account.id} and m.last4 = ${wanted})`)
    }
    const ids = searches.map((search) =>
      db
        .select({ id: account.id })
        .from(account)
        .where(and(page, search))
        .orderBy(...orderOf[sort])
        .limit(limit + 1),
    )
    return sql`${account.id} in (${sql.join(
      ids.map((search) => sql`(${search})`),
      sql` union all `,
    )})`
  }
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

const cursorAt = (
  { row, called }: { row: typeof account.$inferSelect; called: string },
  sort: Sort,
): string => {
  const created = row.created.toISOString()
  switch (sort) {
    case 'newest':
      return cursors.newest.write([sort, created, row.id])
    case 'oldest':
      return cursors.oldest.write([sort, created, row.id])
    case 'name':
      return cursors.name.write([sort, called, row.id])
    case 'name-down':
      return cursors['name-down'].write([sort, called, row.id])
  }
}

function behindCursor(cursor: string, sort: Sort): SQL {
  const [, place, id] = cursors[sort].read(cursor)
  const isDated = sort === 'newest' || sort === 'oldest'
  return behind(
    [isDated ? account.created : calledAs, account.id],
    [isDated ? sql`${place}::timestamptz` : sql`${place}`, sql`${id}`],
    sort === 'oldest' || sort === 'name' ? 'ascending' : 'descending',
  )
}
