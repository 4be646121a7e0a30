import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { order } from '@/db/schema'
import type { Scope } from '../core/context'
import { isOneOf } from '../core/one-of'
import { isUnpaid } from '../store/unpaid'

/** The unpaid amount of a subscription's order, in minor units, whether it is retried or given up. */
export interface UnpaidOrder {
  accountId: string
  subscriptionId: string
  orderId: string
  currency: string
  amount: bigint
  due: string | null
  /** The day of its first failed payment. */
  failedOn: string | null
  retryOn: string | null
  givenUp: boolean
}

/** Returns the unpaid orders of subscriptions of accounts, oldest date first. */
export async function unpaidOf(
  { db, merchant }: Scope,
  accountIds: readonly string[],
): Promise<UnpaidOrder[]> {
  if (accountIds.length === 0) return []
  const rows = await db
    .select()
    .from(order)
    .where(
      and(
        eq(order.merchantId, merchant.id),
        isOneOf(order.accountId, [...new Set(accountIds)]),
        isUnpaid,
        isNotNull(order.subscriptionId),
      ),
    )
    .orderBy(asc(order.due), asc(order.id))
  return rows.flatMap(
    ({ accountId, subscriptionId, id, currency, pending, denied, due, failedOn, retryOn }) =>
      accountId === null || subscriptionId === null
        ? []
        : [
            {
              ...{ accountId, subscriptionId, orderId: id, currency, amount: pending + denied, due },
              ...{ failedOn, retryOn },
              givenUp: denied > 0n,
            },
          ],
  )
}
