import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { operation, orderEvent } from '@/db/schema'
import type { Scope } from '../core/context'
import { isOneOf } from '../core/one-of'

export interface LastFailure {
  /** A decline code of the API. */
  code: string
  /** It failed only because the bank wants an approval, which the customer was not there to give. */
  wantsApproval: boolean
}

/** Returns why the last payment failed, by order. Leaves out cards that were only tried: the order names another. */
export async function lastFailures(
  { db, merchant }: Scope,
  orderIds: readonly string[],
): Promise<Map<string, LastFailure>> {
  // A payment that the customer was asked to approve had been accepted before it failed.
  const wasAsked = sql<boolean>`exists (select from order_event asked where asked.merchant_id = order_event.merchant_id
    and asked.order_id = order_event.order_id and asked.reference = order_event.reference and asked.type = 'accept')`
  const rows = await db
    .selectDistinctOn([orderEvent.orderId], {
      orderId: orderEvent.orderId,
      error: orderEvent.error,
      wasAsked,
    })
    .from(orderEvent)
    .where(
      and(
        eq(orderEvent.merchantId, merchant.id),
        isOneOf(orderEvent.orderId, orderIds),
        eq(orderEvent.type, 'fail'),
        sql`not exists (select from ${operation} where ${operation.merchantId} = ${orderEvent.merchantId}
          and ${operation.orderId} = ${orderEvent.orderId} and ${operation.id} = ${orderEvent.reference}
          and ${operation.payer} ? 'insteadOf')`,
      ),
    )
    .orderBy(asc(orderEvent.orderId), desc(orderEvent.sequence))
  return new Map(
    rows.flatMap(({ orderId, error, wasAsked }) => {
      if (!error) return []
      const { code } = error
      return [[orderId, { code, wantsApproval: code === '3ds authentication failure' && !wasAsked }]]
    }),
  )
}
