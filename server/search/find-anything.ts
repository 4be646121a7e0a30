import { and, desc, eq, or } from 'drizzle-orm'
import { order, subscription } from '@/db/schema'
import type { Context } from '../core/context'
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
 * e-mail address, orders and subscriptions by their complete id or number.
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
  const { rows } = await listAccounts(context, { search, limit: mostOfAKind })
  return rows.map(({ id, number, customer }) => ({
    kind: 'account',
    id,
    name: customer?.name ?? customer?.email ?? number ?? id,
    more: [customer?.email, number].filter(Boolean).join(' · '),
  }))
}

async function findOrders({ db, merchant }: Context, wanted: string): Promise<SearchResult[]> {
  const { id, number, amount, currency, created } = order
  const rows = await db
    .select({ id, number, amount, currency, created })
    .from(order)
    .where(and(eq(order.merchantId, merchant.id), or(eq(id, wanted), eq(number, wanted))))
    .orderBy(desc(created), desc(id))
    .limit(mostOfAKind)
  return rows.map((row) => ({ ...row, kind: 'order', name: row.number ?? row.id }))
}

async function findSubscriptions(context: Context, wanted: string): Promise<SearchResult[]> {
  const { db, merchant } = context
  const { id, accountId, number, amount, currency, created } = subscription
  const rows = await db
    .select({ id, accountId, number, amount, currency })
    .from(subscription)
    .where(and(eq(subscription.merchantId, merchant.id), or(eq(id, wanted), eq(number, wanted))))
    .orderBy(desc(created), desc(id))
    .limit(mostOfAKind)
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
