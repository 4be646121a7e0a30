import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import type { Merchant } from '@/db/schema'
import { isMailAwaited, mail } from '@/db/schema'
import { nextInTurn, type WaitingRows } from '../core/merchant-turns'
import { merchantsOf } from '../merchant/find-merchant'
import type { MailRow } from './render'

/** Longer than rendering and sending can take. A process whose lease has expired is dead. */
const leaseSeconds = 60

/** Of the mails claimed at a time, those that need not be urgent: urgent ones never hold up all others. */
const keptForAll = 1

/** A mail that this process is to send, and its merchant. */
export interface ClaimedMail {
  row: MailRow
  merchant: Merchant
}

/** The merchants whose turn was last. Each process has its own. */
export interface MailTurns {
  urgent: string
  all: string
}

export const newMailTurns = (): MailTurns => ({ urgent: '', all: '' })

/**
 * Takes due e-mails and counts an attempt on each. E-mails that someone waits for come before a night's receipts, and
 * merchants take turns. The e-mails are due again when the lease ends.
 */
export async function claimMails(db: Database, limit: number, turns: MailTurns): Promise<ClaimedMail[]> {
  const urgent = await take(db, { after: turns.urgent, limit: limit - keptForAll, which: isMailAwaited })
  const others = await take(db, { after: turns.all, limit: limit - urgent.rows.length })
  turns.urgent = urgent.last
  turns.all = others.last
  const rows = [...urgent.rows, ...others.rows]
  const ownerOf = await merchantsOf(db, rows)
  return rows.map((row) => ({ row, merchant: ownerOf(row) }))
}

/** Claims due mails of the next merchants. Returns them, and the merchant whose turn is now the last one. */
async function take(
  db: Database,
  { after, limit, which }: { after: string; limit: number; which?: SQL },
): Promise<{ rows: MailRow[]; last: string }> {
  const waiting = {
    table: mail,
    key: [mail.merchantId, mail.id],
    time: mail.nextAttempt,
    isWaiting: and(eq(mail.status, sql.raw(`'waiting'`)), which),
    isDue: sql`${mail.nextAttempt} <= now()`,
  } satisfies WaitingRows
  const { chosen, last } = await nextInTurn(db, waiting, { after, limit })
  if (!chosen) return { rows: [], last }
  const rows = await db
    .update(mail)
    .set({
      attempts: sql`${mail.attempts} + 1`,
      nextAttempt: sql`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where(sql`(${mail.merchantId}, ${mail.id}) in (${chosen})`)
    .returning()
  return { rows, last }
}
