import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { order, subscription } from '@/db/schema'
import type { Context } from '../core/context'
import { allWith, columnsOf, walked } from '../core/walk'
import { accountsById } from '../store/accounts'
import { listAccounts } from '../store/list-accounts'

/** How many of each kind are returned. To find more, people type more; they do not scroll. */
const mostOfAKind = 5

/** A search result with the id of its page. */
export type SearchResult =
  | { kind: 'account'; id: string; name: string; more: string }
  | { kind: 'order'; id: string; name: string; amount: bigint; currency: string; created: Date }
  | { kind: 'subscription'; id: string; accountId: string; name: string; amount: bigint; currency: string }

/**
 * Finds accounts, orders and subscriptions by their identifiers: accounts also by part of their customer's name or
 * e-mail address, orders and subscriptions by their complete id or number. A text of one or two letters, and the id of a
 * subscription, are looked for in the newest 10,000 rows only.
 */
export async function findAnything(context: Context, text: string): Promise<SearchResult[]> {
  const wanted = text.trim()
  if (wanted === '') return []
  const found = await Promise.all([
    findAccounts(context, wanted),
    findOrders(context, wanted),
    findSubscriptions(context, wanted),
  ])
  return found.flat()
}

async function findAccounts(context: Context, search: string): Promise<SearchResult[]> {
  const limit = mostOfAKind
  // A short text is looked for in the newest accounts only, but a number may be short.
  const [numbered, containing] = await Promise.all([
    listAccounts(context, { number: search, limit }),
    listAccounts(context, { search, limit }),
  ])
  const found = new Map([...numbered.rows, ...containing.rows].map((row) => [row.id, row]))
  return [...found.values()].slice(0, limit).map(({ id, number, customer }) => ({
    kind: 'account',
    id,
    name: customer?.name ?? customer?.email ?? number ?? id,
    more: [customer?.email, number].filter(Boolean).join(' · '),
  }))
}

async function findOrders({ db, merchant }: Context, wanted: string): Promise<SearchResult[]> {
  const { id, number, amount, currency, created } = order
  // Two searches, each with its own index.
  const found = await Promise.all(
    [eq(id, wanted), eq(number, wanted)].map((condition) =>
      db
        .select({ id, number, amount, currency, created })
        .from(order)
        .where(and(eq(order.merchantId, merchant.id), condition))
        .orderBy(desc(created), desc(id))
        .limit(mostOfAKind),
    ),
  )
  const rows = new Map(found.flat().map((row) => [row.id, row]))
  return [...rows.values()]
    .slice(0, mostOfAKind)
    .map((row) => ({ ...row, kind: 'order', name: row.number ?? row.id }))
}

/** Ids of subscriptions are unique within an account, so they have no index of their own. */
const isSubscriptionId = (text: string) => /^[A-Za-z]{4}$/.test(text)

async function findSubscriptions(context: Context, wanted: string): Promise<SearchResult[]> {
  const { db, merchant } = context
  const ofMerchant = eq(subscription.merchantId, merchant.id)
  const order = sql`${desc(subscription.created)}, ${desc(subscription.accountId)}, ${desc(subscription.id)}`
  const walk = { table: subscription, order, indexed: ofMerchant, filter: eq(subscription.id, wanted) }
  const { id, accountId, number, amount, currency } = columnsOf(subscription)
  const read = (rows: SQL) =>
    db.select({ id, accountId, number, amount, currency }).from(sql`(${rows}) ${subscription}`).orderBy(order)
  const numbered = sql`${allWith(subscription, and(ofMerchant, eq(subscription.number, wanted)))}
    order by ${order} limit ${mostOfAKind}::int`
  const found = await Promise.all([
    read(numbered),
    isSubscriptionId(wanted) ? read(walked(walk, mostOfAKind)) : [],
  ])
  const rows = [...new Map(found.flat().map((row) => [`${row.accountId} ${row.id}`, row])).values()].slice(
    0,
    mostOfAKind,
  )
  const payers = await accountsById(
    context,
    rows.map((row) => row.accountId),
  )
  return rows.map(({ number: given, ...row }) => ({
    ...row,
    kind: 'subscription',
    name: [given ?? row.id, payers.get(row.accountId)?.customer?.name].filter(Boolean).join(', '),
  }))
}
