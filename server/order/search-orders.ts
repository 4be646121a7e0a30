import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { account, order } from '@/db/schema'
import { hasTag, spellingsOf } from '../annotation/tags'
import type { Scope } from '../core/context'
import { isOneOf } from '../core/one-of'
import { containsText, hasMetadata, isAmount } from '../core/search-conditions'
import { few } from '../core/walk'
import { formsOf, numbersMeant, type SearchText } from '../model/search-text'
import { contains, isIndexed, isRare } from '../store/account-text'

/** How many orders with the searched number a list begins with. */
export const maxNumbered = 20

/** Returns the ids of the newest orders whose complete number is searched for. */
export async function ordersNumbered({ db, merchant }: Scope, search: SearchText): Promise<string[]> {
  // One selection for each, because the index is in the order of creation within a number only.
  const each = numbersMeant(search).map(
    (
      number,
    ) => sql`(select id from ${order} where ${order.merchantId} = ${merchant.id} and ${order.number} = ${number}
      order by ${order.created} desc limit ${maxNumbered}::int)`,
  )
  const found = await db.execute<{ id: string }>(
    sql`select id from (${sql.join(each, sql` union all `)}) numbered limit ${maxNumbered}::int`,
  )
  return found.map(({ id }) => id)
}

/** A way in which an order can match a search. */
interface Match {
  /** What each order is checked for. */
  condition: SQL
  /** Selects the ids of matching orders by an index; undefined if there are too many, or no index helps. */
  ids: SQL | undefined
}

/**
 * Returns the condition of a search and the ids of matching orders if they are few enough to be read and sorted.
 * Otherwise the list is read in its order.
 */
export async function searchOrders(
  scope: Scope,
  search: SearchText,
): Promise<{ condition: SQL; ids: string[] | undefined }> {
  const matches = await matchesOf(scope, search)
  const condition = or(...matches.map((match) => match.condition)) ?? sql`false`
  const indexed = matches.flatMap(({ ids }) => ids ?? [])
  if (indexed.length < matches.length) return { condition, ids: undefined }
  const parts = indexed.map((ids, part) => sql`(select id, ${part}::int as part from (${ids}) found)`)
  const found = await scope.db.execute<{ id: string; part: number }>(sql.join(parts, sql` union all `))
  const counts = new Map<number, number>()
  for (const { part } of found) counts.set(part, (counts.get(part) ?? 0) + 1)
  const isWhole = [...counts.values()].every((count) => count <= few)
  return { condition, ids: isWhole ? [...new Set(found.map(({ id }) => id))] : undefined }
}

async function matchesOf(scope: Scope, search: SearchText): Promise<Match[]> {
  const { text, last4, amount, payments = [], metadata } = search
  const isId = /^[A-Za-z]{16}$/.test(text)
  const conditions = [
    isId ? eq(order.id, text) : undefined,
    isId ? eq(order.accountId, text) : undefined,
    last4 === undefined ? undefined : eq(order.last4, last4),
    amount && withAmount(amount),
    ...payments.map((payment) => and(eq(order.last4, payment.last4), withAmount(payment.amount))),
    hasTag(order.tags, await spellingsOf(scope, order, text)),
    metadata || isIndexed(text) ? hasMetadata(order.metadata, search) : undefined,
  ].filter((condition) => condition !== undefined)
  return [
    await byNumber(scope, text),
    await ofCustomers(scope, text),
    ...conditions.map((condition) => found(scope, condition)),
  ]
}

const ofMerchant = ({ merchant }: Scope) => eq(order.merchantId, merchant.id)

const enough = sql`limit ${few + 1}::int`

const found = (scope: Scope, condition: SQL): Match => ({
  condition,
  ids: sql`select id from ${order} where ${and(ofMerchant(scope), condition)} ${enough}`,
})

/** With more numbers than this, a text that is too short for the trigram index is looked for in the list itself. */
const maxNumbersRead = 5_000

/**
 * Orders whose number contains a text. If the text is too short for the trigram index, all numbers are read, unless there
 * are too many.
 */
async function byNumber(scope: Scope, text: string): Promise<Match> {
  const contained = (number: SQL) => containsText(sql`lower(${number})`, text)
  if (isIndexed(text))
    return found(scope, sql`${order.number} is not null and ${contained(sql`${order.number}`)}`)
  const condition = contained(sql`${order.number}`)
  const numbered = sql`from ${order} where ${ofMerchant(scope)} and ${order.number} is not null`
  const further = await scope.db.execute(sql`select true ${numbered} offset ${maxNumbersRead}::int limit 1`)
  if (further.length > 0) return { condition, ids: undefined }
  return { condition, ids: sql`select id ${numbered} and ${condition} ${enough}` }
}

/** Orders of customers whose searchable text (names, numbers, ids) contains a text of three letters or more. */
async function ofCustomers(scope: Scope, text: string): Promise<Match> {
  const { db, merchant } = scope
  const own = eq(account.merchantId, merchant.id)
  const matching = isIndexed(text) ? contains(text) : isOneOf(account.number, formsOf(text))
  const readable = !isIndexed(text) || (await isRare(scope, text))
  const accounts = readable
    ? await db
        .select({ id: account.id })
        .from(account)
        .where(and(own, matching))
        .limit(few + 1)
    : undefined
  if (accounts && accounts.length <= few) {
    const ids = accounts.map(({ id }) => id)
    // Of a list that is a parameter, a kept plan compares each order with every id. A selection is hashed.
    const condition = sql`${order.accountId} in (select unnest(${sql.param(ids)}::text[]))`
    return { ...found(scope, isOneOf(order.accountId, ids)), condition }
  }
  // Not with `exists`, so that PostgreSQL looks up the account of one order at a time.
  const condition = sql`(select true from ${account} where ${own} and ${account.id} = ${order.accountId}
    and ${matching} limit 1)`
  return { condition, ids: undefined }
}

/** Orders of an amount, in its currency or in any. */
const withAmount = (amount: NonNullable<SearchText['amount']>): SQL =>
  isAmount(order.amount, order.currency, amount)
