import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { account } from '@/db/schema'
import type { Scope } from '../core/context'
import { type Listing, storedSize } from '../core/listing'
import { afterPosition, type Page, type Position, pageOf, pageQuery } from '../core/page'
import { allWith, columnsOf, partOfWalk, type Walk, walked } from '../core/walk'
import { accountStatuses } from '../model/account'
import { text } from '../model/fields'
import { contains, isIndexed, isRare, maxCheckedFirst } from '../store/account-text'
import { type AccountRecord, accountsById, withParts } from '../store/accounts'

export const AccountListQuery = z.strictObject({
  ...pageQuery,
  number: text().optional().meta({ description: "Account number in the caller's system" }),
  email: text().optional().meta({ description: "The customer's e-mail address, ignoring case" }),
  status: z.enum(accountStatuses).optional(),
  search: text().optional().meta({
    description:
      "Part of the number or id, or of the customer's name, e-mail address, id, phone or VAT number, or an organisation's identity number",
  }),
})

type AccountListQuery = z.output<typeof AccountListQuery>
type AccountListFilters = Omit<AccountListQuery, 'limit'>

/** The approximate size of a card in a response, in bytes. */
const cardSize = 500

/** Returns accounts of a merchant, newest first. For pages of any length and accounts of any size. */
export async function accountListing(scope: Scope, query: AccountListQuery): Promise<Listing<AccountRecord>> {
  const own = sql`part.merchant_id = ${account.merchantId} and part.account_id = ${account.id}`
  const cards = sql<number>`(select count(*) * ${cardSize}::int from method part where ${own})`
  const subscriptions = sql<number>`(select coalesce(sum(${storedSize(sql`part.items`)}), 0) from subscription part where ${own})`
  const { id, created } = columnsOf(account)
  const { rows: places, ...ending } = await pageOfAccounts(scope, query, (selected) =>
    scope.db
      .select({
        id,
        created,
        size: sql`${storedSize(account.customer)} + ${cards} + ${subscriptions}`.mapWith(Number),
      })
      .from(sql`(${selected}) ${account}`)
      .orderBy(newestFirst),
  )
  const read = async (ids: readonly string[]) =>
    withParts(scope, [...(await accountsById(scope, ids)).values()])
  return { places, ending, read }
}

const newestFirst = sql`${desc(account.created)}, ${desc(account.id)}`

/** Returns a page of accounts. `read` receives the statement that selects their complete rows, newest first. */
async function pageOfAccounts<Row extends Position>(
  { db, merchant }: Scope,
  { limit, ...filters }: AccountListQuery,
  read: (rows: SQL) => Promise<Row[]>,
): Promise<Page<Row>> {
  const walk = walkOf(merchant.id, filters)
  const { search } = filters
  if (search !== undefined && isIndexed(search)) {
    const first = await read(walked({ ...walk, max: maxCheckedFirst }, limit + 1))
    if (first.length > limit) return pageOf(first, limit)
    if (await isRare({ db, merchant }, search)) {
      const { indexed, filter, order } = walk
      const all = sql`${allWith(account, and(indexed, filter))} order by ${order} limit ${limit + 1}::int`
      return pageOf(await read(all), limit)
    }
  }
  const rows = await read(walked(walk, limit + 1))
  return rows.length > limit ? pageOf(rows, limit) : partOfWalk(db, walk, rows)
}

function walkOf(merchantId: string, { number, email, status, search, after }: AccountListFilters): Walk {
  const [index, ...others] = [
    number === undefined ? undefined : eq(account.number, number),
    email === undefined ? undefined : sql`lower(${account.customer}->>'email') = ${email.toLowerCase()}`,
    status && eq(account.status, status),
  ].filter((condition) => condition !== undefined)
  return {
    table: account,
    indexed: and(
      eq(account.merchantId, merchantId),
      afterPosition(after, account.created, account.id),
      index,
    ),
    filter: and(...others, search === undefined ? undefined : contains(search)),
    order: newestFirst,
  }
}
