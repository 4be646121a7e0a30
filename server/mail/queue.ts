import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { isAhead } from '@/db/ahead'
import type { Database } from '@/db/client'
import type { Merchant } from '@/db/schema'
import { mail, merchant } from '@/db/schema'
import type { MailRow } from './render'

/** Longer than rendering and sending can take. A process whose lease has expired is dead. */
const leaseSeconds = 60

const isDue = and(eq(mail.status, 'waiting'), sql`${mail.nextAttempt} <= now()`)

/** Mails with a secret come first: someone has requested a login link and waits for it. */
const isUrgent = isNotNull(mail.sealed)

/** Selects due e-mails that nobody else is taking. */
const isTaken = (db: Database, limit: number, which?: SQL) => {
  const due = db
    .select({ merchantId: mail.merchantId, id: mail.id })
    .from(mail)
    .where(and(isDue, which))
    .orderBy(mail.nextAttempt)
    .limit(limit)
    .for('update', { skipLocked: true })
  return sql`(${mail.merchantId}, ${mail.id}) in ${due}`
}

/** A mail that this process is to send, and its merchant. */
export interface ClaimedMail {
  row: MailRow
  merchant: Merchant
}

/**
 * Takes due e-mails of any merchant and counts an attempt on each. E-mails that someone waits for come before a night's
 * receipts. They are due again when the lease ends.
 */
export async function claimMails(db: Database, limit: number): Promise<ClaimedMail[]> {
  const urgent = await take(db, limit, isUrgent)
  const others = urgent.length < limit ? await take(db, limit - urgent.length) : []
  const rows = [...urgent, ...others]
  if (rows.length === 0) return []
  const ids = [...new Set(rows.map(({ merchantId }) => merchantId))]
  const merchants = await db.select().from(merchant).where(inArray(merchant.id, ids))
  return rows.map((row) => {
    const owner = merchants.find(({ id }) => id === row.merchantId)
    if (!owner) throw new Error(`Mail ${row.id} belongs to no merchant`)
    return { row, merchant: owner }
  })
}

const take = (db: Database, limit: number, which?: SQL): Promise<MailRow[]> =>
  db
    .update(mail)
    .set({
      attempts: sql`${mail.attempts} + 1`,
      nextAttempt: sql`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where(isTaken(db, limit, which))
    .returning()

/**
 * Marks due e-mails as captured without sending them. They keep their secrets, because `npm run outbox` prints them.
 * Returns how many.
 */
export async function captureMails(db: Database, limit: number): Promise<number> {
  const rows = await db
    .update(mail)
    .set({ status: 'captured' })
    .where(isTaken(db, limit))
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
