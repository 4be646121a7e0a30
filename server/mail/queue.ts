import { and, eq, isNull, sql } from 'drizzle-orm'
import { isAhead } from '@/db/ahead'
import type { Database } from '@/db/client'
import { mail } from '@/db/schema'
import { outdatedReason } from '../model/mail'
import type { MailRow } from './render'

/**
 * Marks due e-mails as captured without sending them. They keep their secrets, because `npm run outbox` prints them.
 * Returns how many.
 */
export async function captureMails(db: Database, limit: number): Promise<number> {
  const due = db
    .select({ merchantId: mail.merchantId, id: mail.id })
    .from(mail)
    .where(and(eq(mail.status, 'waiting'), sql`${mail.nextAttempt} <= now()`))
    .orderBy(mail.nextAttempt)
    .limit(limit)
    .for('update', { skipLocked: true })
  const rows = await db
    .update(mail)
    .set({ status: 'captured', error: null })
    .where(sql`(${mail.merchantId}, ${mail.id}) in ${due}`)
    .returning({ id: mail.id })
  return rows.length
}

const thisMail = ({ merchantId, id }: MailRow) =>
  and(eq(mail.merchantId, merchantId), eq(mail.id, id), eq(mail.status, 'waiting'))

/**
 * Makes e-mails due that were written while PostgreSQL's clock was ahead, and would wait for as long. Those that were tried
 * before have times of their own.
 */
export const hastenMails = (db: Database): Promise<unknown> =>
  db
    .update(mail)
    .set({ nextAttempt: sql`now()` })
    .where(
      and(eq(mail.status, 'waiting'), eq(mail.attempts, 0), isNull(mail.error), isAhead(mail.nextAttempt)),
    )

/** Records a sent mail and wipes its secret. */
export async function recordSent(
  db: Database,
  { row, sent, reference }: { row: MailRow; sent: Date; reference?: string | undefined },
): Promise<void> {
  await db
    .update(mail)
    .set({ status: 'sent', sealed: null, error: null, sent, reference: reference ?? null })
    .where(thisMail(row))
}

/** If another process has taken the mail over since, the count of attempts differs and its result decides. */
const ofThisAttempt = (row: MailRow) => and(thisMail(row), eq(mail.attempts, row.attempts))

/** Records a failed attempt; the next is `inMs` from now. With `counts` false it does not count towards the limit. */
export async function recordDelay(
  db: Database,
  { row, error, inMs, counts }: { row: MailRow; error: string; inMs: number; counts: boolean },
): Promise<void> {
  await db
    .update(mail)
    .set({
      error,
      nextAttempt: sql`now() + make_interval(secs => ${inMs / 1000})`,
      ...(!counts && { attempts: sql`${mail.attempts} - 1` }),
    })
    .where(ofThisAttempt(row))
}

/** Marks a mail as failed, so that it is not retried, and wipes its secret. */
export async function recordFailure(
  db: Database,
  { row, error }: { row: MailRow; error: string },
): Promise<void> {
  await db.update(mail).set({ status: 'failed', sealed: null, error }).where(ofThisAttempt(row))
}

/** Keeps a mail that is no longer true, so that it is not sent, and wipes its secret. */
export async function recordOutdated(db: Database, row: MailRow): Promise<void> {
  const outdated = { status: 'captured', sealed: null, error: outdatedReason } as const
  await db.update(mail).set(outdated).where(ofThisAttempt(row))
}
