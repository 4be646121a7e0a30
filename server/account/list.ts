import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '@/db/client'
import { account } from '@/db/schema'
import { accountStatuses } from '../model/account'
import { fail } from '../model/errors'
import { instant, text } from '../model/fields'
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

/** What an account is called in a list; `account_called` is an index of it. */
const calledAs = sql<string>`lower(coalesce(${account.customer}->>'name', ${account.customer}->>'email', ${account.id}))`

/** The accounts of a merchant for its people: found also by a card, and in the order that they choose. */
export async function searchAccounts(
  db: Queryable,
  merchantId: string,
  query: AccountSearchQuery & { limit: number },
): Promise<{ rows: AccountRecord[]; next?: string }> {
  const { limit, search, sort, status, after } = query
  const page = and(
    eq(account.merchantId, merchantId),
    status && eq(account.status, status),
    after === undefined ? undefined : behindCursor(after, sort),
  )
  const rows = await db
    .select({ row: account, called: calledAs })
    .from(account)
    .where(and(page, search === undefined ? undefined : found(search)))
    .orderBy(...orderOf[sort])
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const records = await withParts(
    db,
    merchantId,
    shown.map(({ row }) => row),
  )
  return { rows: records, ...(last && { next: cursorOf(last, sort) }) }

  /** Each way of being found by its own index and no further than the page; as an `or` they would go by none. */
  function found(wanted: string): SQL {
    const ways = [sql`${account.searchText} like ${`%${escapeLike(wanted.toLowerCase())}%`}`]
    if (/^\d{4}$/.test(wanted)) {
      ways.push(sql`exists (select 1 from method m where m.merchant_id = ${account.merchantId}
        and m.account_id = ${account.id} and m.last4 = ${wanted})`)
    }
    const ids = ways.map((way) =>
      db
        .select({ id: account.id })
        .from(account)
        .where(and(page, way))
        .orderBy(...orderOf[sort])
        .limit(limit + 1),
    )
    return sql`${account.id} in (${sql.join(
      ids.map((way) => sql`(${way})`),
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

const Cursor = z.tuple([z.enum(accountOrders), z.string().max(2000), z.string().regex(/^[A-Za-z]{16}$/)])

const cursorOf = (
  { row, called }: { row: typeof account.$inferSelect; called: string },
  sort: Sort,
): string => {
  const place = sort === 'newest' || sort === 'oldest' ? row.created.toISOString() : called
  return Buffer.from(JSON.stringify([sort, place, row.id])).toString('base64url')
}

/** Compared as a row, so that an index goes straight to the place. Throws `cursor.invalid`. */
function behindCursor(cursor: string, sort: Sort): SQL {
  const [, place, id] = readCursor(cursor, sort)
  switch (sort) {
    case 'newest':
      return sql`(${account.created}, ${account.id}) < (${place}::timestamptz, ${id})`
    case 'oldest':
      return sql`(${account.created}, ${account.id}) > (${place}::timestamptz, ${id})`
    case 'name':
      return sql`(${calledAs}, ${account.id}) > (${place}, ${id})`
    case 'name-down':
      return sql`(${calledAs}, ${account.id}) < (${place}, ${id})`
  }
}

function readCursor(cursor: string, sort: Sort): z.output<typeof Cursor> {
  const read = Cursor.safeParse(jsonIn(Buffer.from(cursor, 'base64url').toString()))
  const isDated = sort === 'newest' || sort === 'oldest'
  const fits =
    read.success &&
    read.data[0] === sort &&
    !read.data[1].includes('\0') &&
    (!isDated || instant().safeParse(read.data[1]).success)
  if (fits) return read.data
  throw fail('cursor.invalid', { field: 'after' })
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Whatever it is, it is no cursor.
    return undefined
  }
}
