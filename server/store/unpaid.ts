import { and, eq, sql } from 'drizzle-orm'
import { order } from '@/db/schema'
import type { Scope } from '../core/context'

/** Selects orders whose payment failed, whether retried or given up. Written like the partial index of such orders. */
export const isUnpaid = sql`(${order.pending} > 0 or ${order.denied} > 0)`

/** Selects the unpaid orders of an account. */
export const isUnpaidOf = ({ merchant }: Pick<Scope, 'merchant'>, accountId: string) =>
  and(eq(order.merchantId, merchant.id), eq(order.accountId, accountId), isUnpaid)

/** Selects orders whose payment failed and that were never paid, not even later, although some have since been cancelled. */
export const wasNeverPaid = sql`failed_on is not null and charged = 0 and refunded = 0`

/**
 * Selects operations with which a new order was refused. A card that needs 3-D Secure is not refused: once the cardholder
 * has approved the payment, the request is repeated, and that operation has the outcome.
 */
export const isRefusedOrder = sql`status = 'failed' and kind = 'authorise' and code is distinct from 'verification required'`

/** What is lost of an order whose payment was given up: what is still unpaid, and what was cancelled. */
export const lostOfOrder = sql`(denied + cancelled)`

/**
 * Selects events with which a payment was given up. Repeats the condition of the index, because PostgreSQL does not
 * derive it from the other.
 */
export const givesUp = sql`recovers is not null and not recovers`

/** Selects orders whose payment was given up, and of which nothing has been paid since. */
export const isLost = sql`${wasNeverPaid} and ${lostOfOrder} > 0`
