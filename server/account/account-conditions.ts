import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { account, method, order } from '@/db/schema'
import { hasTag, spellingsOf } from '../annotation/tags'
import { todayOf } from '../core/clock'
import type { TimedScope } from '../core/context'
import { onDays } from '../core/day-range'
import { hasMetadata } from '../core/search-conditions'
import { rarestOf } from '../core/walk'
import { accountStatuses } from '../model/account'
import { addDays, type Day } from '../model/calendar'
import { date, text } from '../model/fields'
import { languages } from '../model/language'
import { parseSearch, type SearchText } from '../model/search-text'
import { contains } from '../store/account-text'
import { isUnpaid } from '../store/unpaid'
import { type AccountSort, isDated } from './account-sorts'

export const AccountFilters = z.strictObject({
  status: z.enum(accountStatuses).optional(),
  /** Accounts to which something can be added: those whose personal data was not erased. */
  erased: z.literal('no').optional(),
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
   * Part of the number or id, of the customer's name, e-mail address, id or numbers, or of metadata; a tag; or the
   * last four digits of a card.
   */
  search: text().optional(),
})

export type AccountFilters = z.output<typeof AccountFilters>

/** What a search may mean. `tags` are the spellings of its text as a tag. */
type AccountSearch = SearchText & { tags: readonly string[] }

/** Filters with the spellings of their tag. */
type SpelledFilters = Omit<AccountFilters, 'tag' | 'search'> & {
  tags: readonly string[] | undefined
  search: AccountSearch | undefined
}

/** Returns filters for the conditions, with the spellings that the merchant's tags have. */
export async function withSpellings<Query extends AccountFilters>(
  scope: TimedScope,
  { tag, search: typed, ...query }: Query,
): Promise<Omit<Query, 'tag' | 'search'> & SpelledFilters> {
  const spelled = (text: string) => spellingsOf(scope, account, text)
  const tags = tag === undefined ? undefined : await spelled(tag)
  if (typed === undefined) return { ...query, tags, search: undefined }
  const search = parseSearch(typed)
  return { ...query, tags, search: { ...search, tags: await spelled(search.text) } }
}

/** The condition that the fewest accounts meet, if these are few and come from an index in a different order. */
export async function rarest(
  scope: TimedScope,
  query: SpelledFilters & { sort: AccountSort },
): Promise<SQL | undefined> {
  const { db, merchant } = scope
  const { status, tags, unpaid, expiring, sort } = query
  const ofMerchant = eq(account.merchantId, merchant.id)
  const candidates = [
    // Accounts of a status have an index in the order of their creation.
    status && !isDated(sort) ? and(ofMerchant, eq(account.status, status)) : undefined,
    tags && and(ofMerchant, hasTag(account.tags, tags)),
    unpaid && and(ofMerchant, sql`${account.id} = any(array(${unpaidAccounts(merchant.id)}))`),
    expiring && and(ofMerchant, sql`${account.id} = any(array(${expiringAccounts(scope)}))`),
  ].filter((condition) => condition !== undefined)
  return rarestOf(
    db,
    candidates.map((condition) => ({ condition, found: sql`from ${account} where ${condition}` })),
  )
}

const unpaidAccounts = (merchantId: string): SQL =>
  sql`select ${order.accountId} from ${order} where ${order.merchantId} = ${merchantId} and ${isUnpaid}`

const expiringAccounts = (scope: TimedScope): SQL =>
  sql`select m.account_id from ${method} m where m.merchant_id = ${scope.merchant.id} and m.position = 0
    and m.expires_on < ${soon(scope)}::date`

const daysBeforeExpiry = 45

/** The day before which a card expires soon. */
const soon = ({ merchant, clock }: TimedScope): Day => addDays(todayOf({ merchant, clock }), daysBeforeExpiry)

/** The filters that each account is checked for, except the status and the search. */
export const others = (
  scope: TimedScope,
  { erased, unpaid, expiring, language, tags }: SpelledFilters,
): SQL | undefined =>
  and(
    erased && isNull(account.erased),
    tags && hasTag(account.tags, tags),
    language === undefined
      ? undefined
      : sql`coalesce(${account.language}, ${account.chosenLanguage}) = ${language}`,
    // Not with `exists`, so that PostgreSQL looks only at the orders and cards of that account.
    unpaid &&
      sql`(select true from ${order} where ${order.merchantId} = ${account.merchantId} and ${order.accountId} = ${account.id}
        and ${isUnpaid} limit 1)`,
    expiring &&
      sql`(select true from ${method} m where m.merchant_id = ${account.merchantId} and m.account_id = ${account.id}
        and m.position = 0 and m.expires_on < ${soon(scope)}::date limit 1)`,
  )

/** All filters but the search. */
export const conditions = (scope: TimedScope, filters: SpelledFilters): SQL | undefined =>
  and(
    filters.status && eq(account.status, filters.status),
    onDays(account.created, filters, scope.merchant.timeZone),
    others(scope, filters),
  )

const cardWith = (
  last4: string,
): SQL => sql`select true from ${method} m where m.merchant_id = ${account.merchantId}
  and m.account_id = ${account.id} and m.last4 = ${last4}`

/** The conditions for what a search may mean. Each has its own index. */
export function foundBy(search: AccountSearch): SQL[] {
  const { text, last4, tags } = search
  return [
    contains(text),
    // Few accounts have tags or metadata.
    sql`${account.tags} is not null and ${hasTag(account.tags, tags)}`,
    sql`${account.metadata} is not null and ${hasMetadata(account.metadata, search)}`,
    ...(last4 ? [sql`exists (${cardWith(last4)})`] : []),
  ]
}

/** Whether an account matches a search. Not with `exists`, so that PostgreSQL looks only at the cards of that account. */
export function matches(search: AccountSearch): SQL | undefined {
  const { text, last4, tags } = search
  return or(
    contains(text),
    hasTag(account.tags, tags),
    hasMetadata(account.metadata, search),
    last4 ? sql`(${cardWith(last4)} limit 1)` : undefined,
  )
}
