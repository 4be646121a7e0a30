import { and, eq, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { mail, order } from '@/db/schema'
import { aboutFailedPayment } from '../model/mail'
import type { ClaimedMail } from './claim'

/** The condition that a mail is true: nobody is asked to pay what has been paid or cancelled since. */
export const isStillTrue = or(
  notInArray(mail.template, [...aboutFailedPayment]),
  isNull(mail.orderId),
  sql`exists (select from ${order} where ${order.merchantId} = ${mail.merchantId} and ${order.id} = ${mail.orderId}
    and (${order.pending} > 0 or ${order.denied} > 0))`,
)

/** Returns the claimed e-mails that are no longer true. */
export async function outdatedOf(db: Database, claims: readonly ClaimedMail[]): Promise<ClaimedMail[]> {
  const asking = claims.filter(({ row }) => aboutFailedPayment.includes(row.template))
  if (asking.length === 0) return []
  const asked = asking.map(({ row }) => and(eq(mail.merchantId, row.merchantId), eq(mail.id, row.id)))
  const rows = await db
    .select({ id: mail.id })
    .from(mail)
    .where(and(or(...asked), isStillTrue))
  const current = new Set(rows.map(({ id }) => id))
  return asking.filter(({ row }) => !current.has(row.id))
}
