import { eq, sql } from 'drizzle-orm'
import { auditEntry, user } from '@/db/schema'
import type { Context } from '../core/context'
import { newId, referenceFor } from '../core/id'
import { redact } from '../core/redact'

/** What a person did, and to what. `before` and `after`: what they changed; secrets and card data are left out. */
export interface Deed {
  /** `noun.verb`. */
  action: string
  /** What it was done to: a noun, and its id where it has one. */
  subject: string
  subjectId?: string | undefined
  before?: unknown
  after?: unknown
  /** Names the press of a button: what is sent twice by it is done once, and told once. */
  attempt?: string | undefined
}

/** Writes down what a person did. What Kassa does by itself and what keys do is told by events and by the request log. */
export async function recordDeed({ db, merchant, actor, clock }: Context, deed: Deed): Promise<void> {
  if (actor.kind !== 'user') return
  const { action, subjectId, attempt } = deed
  const entry = {
    merchantId: merchant.id,
    id: attempt ? referenceFor(JSON.stringify([actor.userId, action, subjectId, attempt])) : newId(),
    date: clock.now(),
    userId: actor.userId,
    email: sql<string>`(${db.select({ email: user.email }).from(user).where(eq(user.id, actor.userId))})`,
    action,
    subject: deed.subject,
    subjectId: subjectId ?? null,
    before: plain(deed.before),
    after: plain(deed.after),
  }
  await db.insert(auditEntry).values(entry).onConflictDoNothing()
}

/** As JSON can hold it: amounts, which are minor units, as text. */
const plain = (value: unknown): unknown =>
  value === undefined
    ? null
    : redact(JSON.parse(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}` : part))))
