import { eq, type SQL, sql } from 'drizzle-orm'
import { auditEntry, user } from '@/db/schema'
import type { Context } from '../core/context'
import { newId, referenceFor } from '../core/id'
import { redact } from '../core/redact'

/** What a person did, and to what. `before` and `after`: what they changed, without secrets and card data. */
export interface AuditedAction {
  /** `noun.verb`. */
  action: string
  /** What it was done to: a noun, and its id if it has one. */
  subject: string
  subjectId?: string | undefined
  before?: unknown
  after?: unknown
  /** Identifies the press of a button: if it is sent twice, the action is done once and recorded once. */
  attempt?: string | undefined
}

/** Records an action of a person. Events cover what Kassa does on its own, and the request log what keys do. */
export async function recordAction(context: Context, audited: AuditedAction): Promise<void> {
  const { db, actor } = context
  if (actor.kind !== 'user') return
  const { userId } = actor
  const email = sql<string>`(${db.select({ email: user.email }).from(user).where(eq(user.id, userId))})`
  await insertEntry(context, { userId, email }, audited)
}

/** What stands for the operator, who is not a user, where rows have the ID or the address of one. */
export const operator = { userId: '', email: 'operator' } as const

/** Records what the operator did with a command. */
export const recordOperatorAction = (context: Context, audited: AuditedAction): Promise<void> =>
  insertEntry(context, operator, audited)

async function insertEntry(
  { db, merchant, clock }: Context,
  by: { userId: string; email: string | SQL<string> },
  { action, subject, subjectId, before, after, attempt }: AuditedAction,
): Promise<void> {
  const entry = {
    ...by,
    merchantId: merchant.id,
    id: attempt ? referenceFor(JSON.stringify([by.userId, action, subjectId, attempt])) : newId(),
    date: clock.now(),
    action,
    subject,
    subjectId: subjectId ?? null,
    before: plain(before),
    after: plain(after),
  }
  await db.insert(auditEntry).values(entry).onConflictDoNothing()
}

/** Converts a value to JSON. Amounts in minor units become text. */
const plain = (value: unknown): unknown =>
  value === undefined
    ? null
    : redact(JSON.parse(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}` : part))))
