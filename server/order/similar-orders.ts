import { and, between, eq, ne, or, sql } from 'drizzle-orm'
import { account, order } from '@/db/schema'
import { days, later } from '../core/clock'
import type { Scope } from '../core/context'
import { isOneOf } from '../core/one-of'
import { accountsById } from '../store/accounts'
import type { OrderRow } from '../store/orders'
import { briefColumns, type OrderBrief } from './list-orders'

/** How many are shown, and from how many accounts with the same e-mail address. */
const shown = 5
const accountsOfAddress = 20

/** What an order has in common with another one of the same amount. */
type Likeness = 'account' | 'card' | 'email'

export interface SimilarOrders {
  similar: { order: OrderBrief; same: Likeness }[]
  /** Whether there are more than these. */
  isMore: boolean
}

/**
 * Returns other orders of the same customer, amount and currency within a day: the customer may have paid twice. The
 * customer is the same by account, card or e-mail address. Other payments of the same subscription are left out. Newest
 * first.
 */
export async function similarOrders(scope: Scope, to: OrderRow): Promise<SimilarOrders> {
  const { db, merchant } = scope
  const { scheme, last4, expiryMonth, expiryYear } = to
  const ofAddress = await accountsWithAddressOf(scope, to.accountId)
  const byAccount = ofAddress.length > 0 && isOneOf(order.accountId, ofAddress)
  const byCard =
    scheme !== null &&
    last4 !== null &&
    expiryMonth !== null &&
    expiryYear !== null &&
    and(
      eq(order.last4, last4),
      eq(order.scheme, scheme),
      eq(order.expiryMonth, expiryMonth),
      eq(order.expiryYear, expiryYear),
    )
  if (!byAccount && !byCard) return { similar: [], isMore: false }
  const rows = await db
    .select(briefColumns)
    .from(order)
    .where(
      and(
        eq(order.merchantId, merchant.id),
        ne(order.id, to.id),
        eq(order.currency, to.currency),
        eq(order.amount, to.amount),
        between(order.created, later(to.created, -days(1)), later(to.created, days(1))),
        ofOtherSubscription(to),
        or(...[byAccount, byCard].flatMap((condition) => condition || [])),
      ),
    )
    .orderBy(sql`${order.created} desc`, sql`${order.id} desc`)
    .limit(shown + 1)
  const similar = rows.slice(0, shown).map((row) => ({ order: row, same: likenessOf(row, to, ofAddress) }))
  return { similar, isMore: rows.length > shown }
}

/** A subscription is charged once for each of its dates: payments for other dates are not the same one twice. */
const ofOtherSubscription = ({ accountId, subscriptionId }: OrderRow) =>
  subscriptionId === null
    ? undefined
    : sql`(${order.accountId}, ${order.subscriptionId}) is distinct from (${accountId}, ${subscriptionId})`

function likenessOf(row: OrderBrief, to: OrderRow, ofAddress: readonly string[]): Likeness {
  if (row.accountId !== null && row.accountId === to.accountId) return 'account'
  return row.accountId !== null && ofAddress.includes(row.accountId) ? 'email' : 'card'
}

/** Returns an account and the others with its e-mail address. */
async function accountsWithAddressOf(scope: Scope, id: string | null): Promise<string[]> {
  if (id === null) return []
  const email = (await accountsById(scope, [id])).get(id)?.customer?.email
  if (email === undefined) return [id]
  const rows = await scope.db
    .select({ id: account.id })
    .from(account)
    .where(
      and(
        eq(account.merchantId, scope.merchant.id),
        sql`lower(${account.customer}->>'email') = ${email.toLowerCase()}`,
      ),
    )
    .limit(accountsOfAddress)
  return [...new Set([id, ...rows.map((row) => row.id)])]
}
