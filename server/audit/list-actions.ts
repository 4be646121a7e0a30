import { and, desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { auditEntry } from '@/db/schema'
import type { Context, Scope } from '../core/context'
import { onDays } from '../core/day-range'
import { afterPosition, pageOf } from '../core/page'
import { date, email } from '../model/fields'
import { operator } from './record-action'

/** Returns the newest actions on one thing, newest first. */
export const actionsOn = (
  { db, merchant }: Scope,
  { subject, id, limit }: { subject: string; id: string; limit: number },
) =>
  db
    .select()
    .from(auditEntry)
    .where(
      and(
        eq(auditEntry.merchantId, merchant.id),
        eq(auditEntry.subject, subject),
        eq(auditEntry.subjectId, id),
      ),
    )
    .orderBy(desc(auditEntry.date), desc(auditEntry.id))
    .limit(limit)

export const AuditQuery = z.strictObject({
  /** The person, by the address that they had at the time, or the operator. */
  email: z.union([email(), z.literal(operator.email)]).optional(),
  /** What the action was done to: a noun. */
  subject: z.string().max(100).optional(),
  /** The first and the last day, in the merchant's time zone. */
  start: date().optional(),
  end: date().optional(),
  after: z.string().max(200).optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>

/**
 * Returns the actions of people on a merchant's data, newest first. Throws `cursor.invalid` for a malformed
 * cursor.
 */
export async function listActions({ db, merchant }: Context, query: AuditQuery & { limit: number }) {
  const rows = await db
    .select()
    .from(auditEntry)
    .where(
      and(
        eq(auditEntry.merchantId, merchant.id),
        query.email === undefined ? undefined : eq(auditEntry.email, query.email.toLowerCase()),
        query.subject === undefined ? undefined : eq(auditEntry.subject, query.subject),
        onDays(auditEntry.date, query, merchant.timeZone),
        afterPosition(query.after, auditEntry.date, auditEntry.id),
      ),
    )
    .orderBy(desc(auditEntry.date), desc(auditEntry.id))
    .limit(query.limit + 1)
  return pageOf(
    rows.map((row) => ({ ...row, created: row.date })),
    query.limit,
  )
}
