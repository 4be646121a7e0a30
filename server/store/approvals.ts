import { and, asc, eq, inArray, notInArray } from 'drizzle-orm'
import { orderEvent, serviceVerification } from '@/db/schema'
import type { Context } from '../core/context'

/** Returns when the cardholder approved payments of an order at their bank (3-D Secure), oldest first. */
export async function approvalsOf({ db, merchant }: Context, orderId: string): Promise<Date[]> {
  const events = db
    .select({ reference: orderEvent.reference })
    .from(orderEvent)
    .where(
      and(
        eq(orderEvent.merchantId, merchant.id),
        eq(orderEvent.orderId, orderId),
        notInArray(orderEvent.type, ['accept', 'fail']),
      ),
    )
  const rows = await db
    .select({ created: serviceVerification.created })
    .from(serviceVerification)
    .where(and(eq(serviceVerification.merchantId, merchant.id), inArray(serviceVerification.usedBy, events)))
    .orderBy(asc(serviceVerification.created))
  return rows.map(({ created }) => created)
}
