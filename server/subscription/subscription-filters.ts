import { and, eq, gte, isNotNull, isNull, lt, lte, ne, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { account, subscription } from '@/db/schema'
import { hasTag, spellingsOf } from '../annotation/tags'
import type { Scope } from '../core/context'
import { isOneOf } from '../core/one-of'
import { containsText, hasMetadata, inJson, isAmount } from '../core/search-conditions'
import { currency, date, text } from '../model/fields'
import { formsOf, parseSearch } from '../model/search-text'
import { frequencies } from '../model/subscription/schedule'
import { contains, isIndexed } from '../store/account-text'
import { subscriptionStatuses } from './state'

export const SubscriptionFilters = z.strictObject({
  status: z.enum(subscriptionStatuses).optional(),
  frequency: z.enum(frequencies).optional(),
  /** Only subscriptions whose next date is before this day, soonest first. */
  due: date().optional(),
  /** The days between which the next date is, both included. */
  dueFrom: date().optional(),
  dueTo: date().optional(),
  currency: currency().optional(),
  /** A part of the name of an item. */
  product: text().optional(),
  /** Only subscriptions with a change that takes effect later. */
  planned: z.literal('yes').optional(),
  /** Only subscriptions that will end. */
  ending: z.literal('yes').optional(),
  account: text().optional(),
  /** Part of the subscription's number, its id, amount or metadata, or part of what accounts are searched by. */
  search: text().optional(),
})
export type SubscriptionFilters = z.output<typeof SubscriptionFilters>

export const itsAccount = and(
  eq(account.merchantId, subscription.merchantId),
  eq(account.id, subscription.accountId),
)

/** The condition for all filters but the search, with the account at hand. */
export const conditionsOf = (merchantId: string, filters: SubscriptionFilters): SQL | undefined => {
  const { status, frequency, due, dueFrom, dueTo, currency, product, planned, ending } = filters
  return and(
    eq(subscription.merchantId, merchantId),
    status && hasStatus(merchantId, status),
    frequency && sql`${subscription.schedule} ->> 'frequency' = ${frequency}`,
    due === undefined ? undefined : lt(subscription.due, due),
    dueFrom === undefined ? undefined : gte(subscription.due, dueFrom),
    dueTo === undefined ? undefined : lte(subscription.due, dueTo),
    currency === undefined ? undefined : eq(subscription.currency, currency),
    product === undefined ? undefined : hasProduct(product),
    planned && isNotNull(subscription.planned),
    ending && and(isNull(subscription.ended), isNotNull(subscription.end)),
    filters.account === undefined ? undefined : eq(subscription.accountId, filters.account),
  )
}

/** Items are a number, one item or several. */
const hasProduct = (product: string): SQL =>
  containsText(
    sql`lower(jsonb_path_query_array(${subscription.items}, 'lax $[*].name')::text)`,
    inJson(product),
  )

function hasStatus(merchantId: string, status: NonNullable<SubscriptionFilters['status']>): SQL | undefined {
  switch (status) {
    case 'active':
      return and(isNull(subscription.ended), ne(account.status, 'suspended'))
    case 'suspended':
      return and(isNull(subscription.ended), eq(account.status, 'suspended'))
    case 'ended':
      return isNotNull(subscription.ended)
    case 'retrying':
      // Starts from the orders, which are few: the index of unpaid orders holds no others.
      return sql`(${subscription.accountId}, ${subscription.id}) in (select o.account_id, o.subscription_id
        from "order" o where o.merchant_id = ${merchantId} and o.pending > 0 and o.subscription_id is not null)`
  }
}

/** The condition for subscriptions whose number is meant by a search. */
export const hasNumber = (search: string): SQL => {
  const { text } = parseSearch(search)
  // The index for parts of numbers consists of groups of three characters.
  return isIndexed(text)
    ? sql`${subscription.number} is not null and ${containsText(sql`lower(${subscription.number})`, text)}`
    : isOneOf(subscription.number, formsOf(text))
}

/** The conditions for what else a search may mean, with the account at hand. Each has its own index. */
export async function meaningsOf(scope: Scope, search: string): Promise<SQL[]> {
  const parsed = parseSearch(search)
  const { text, amount, last4, id } = parsed
  return [
    contains(text),
    // The metadata index does not help with one or two letters either.
    ...(isIndexed(text)
      ? [sql`${subscription.metadata} is not null and ${hasMetadata(subscription.metadata, parsed)}`]
      : []),
    sql`${account.tags} is not null and ${hasTag(account.tags, await spellingsOf(scope, account, text))}`,
    ...(amount ? [isAmount(subscription.amount, subscription.currency, amount)] : []),
    ...(id?.length === 4 ? [eq(subscription.id, id)] : []),
    ...(last4
      ? [
          sql`exists (select from method m where m.merchant_id = ${subscription.merchantId}
          and m.account_id = ${subscription.accountId} and m.last4 = ${last4})`,
        ]
      : []),
  ]
}
