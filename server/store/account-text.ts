import { type SQL, sql } from 'drizzle-orm'
import { account } from '@/db/schema'
import type { Scope } from '../core/context'
import { containsPlainly } from '../core/search-conditions'

/** How many accounts are checked before anything else is tried: enough for a text that many accounts contain. */
export const maxCheckedFirst = 4000

/** Up to this many accounts are all read and sorted for each page of a search. */
const fewEstimated = 10_000

/**
 * Whether PostgreSQL expects few accounts to contain a text. The search index finds all of them before any can be
 * sorted, so for a text that many contain, the list is read in its order.
 */
export async function isRare({ db, merchant }: Scope, search: string): Promise<boolean> {
  const [row] = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) select from ${account} where ${account.merchantId} = ${merchant.id} and ${contains(search)}`,
  )
  return row !== undefined && row['QUERY PLAN'][0].Plan['Plan Rows'] <= fewEstimated
}

/**
 * Whether the search index helps. It consists of groups of three characters of words, including the space before and
 * after a word. Everything but letters and digits separates words.
 */
export const isIndexed = (search: string): boolean =>
  /\S{3}|\s\S{1,2}(?=\s)|\s\S{2}|\S{2}\s/.test(search.replaceAll(/[^\p{L}\p{N}]+/gu, ' '))

/**
 * Whether an account's number or id, or the customer's name, e-mail address, id or one of their numbers contains a text,
 * with or without accents.
 */
export const contains = (search: string): SQL => containsPlainly(account.searchText, search)
