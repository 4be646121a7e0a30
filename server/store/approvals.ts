import { and, asc, eq, inArray, notInArray } from 'drizzle-orm'
import { orderEvent, serviceVerification } from '@/db/schema'
import type { Context } from '../core/context'

/** An approval of a payment at the cardholder's bank (3-D Secure). */
export interface Approval {
  requested: Date
  /** When it was confirmed; null for approvals from before this was recorded. */
  approved: Date | null
}

/** Returns the approvals of payments of an order, oldest first. */
export async function approvalsOf({ db, merchant }: Context, orderId: string): Promise<Approval[]> {
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
  return db
    .select({ requested: serviceVerification.created, approved: serviceVerification.approved })
    .from(serviceVerification)
    .where(and(eq(serviceVerification.merchantId, merchant.id), inArray(serviceVerification.usedBy, events)))
    .orderBy(asc(serviceVerification.created))
}
