import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import type { Merchant } from '@/db/schema'
import { isMailAwaited, mail, merchant } from '@/db/schema'
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
  if (rows.length === 0) return []
  const ids = [...new Set(rows.map(({ merchantId }) => merchantId))]
  const merchants = await db.select().from(merchant).where(inArray(merchant.id, ids))
  return rows.map((row) => {
    const owner = merchants.find(({ id }) => id === row.merchantId)
    if (!owner) throw new Error(`Mail ${row.id} belongs to no merchant`)
    return { row, merchant: owner }
  })
}

interface Turn {
  /** The merchant whose turn was last. */
  after: string
  limit: number
  which?: SQL
}

/** Claims due mails of the next merchants. Returns them, and the merchant whose turn is now the last one. */
async function take(db: Database, turn: Turn): Promise<{ rows: MailRow[]; last: string }> {
  const following = await merchantsAfter(db, turn)
  const wrapped = following.length < turn.limit ? await merchantsAfter(db, { ...turn, after: '' }) : []
  const merchants = [...new Set([...following, ...wrapped])].slice(0, turn.limit)
  const last = merchants.at(-1) ?? turn.after
  return { rows: merchants.length > 0 ? await takeOf(db, merchants, turn) : [], last }
}

const isWaiting = (which?: SQL) => and(eq(mail.status, sql.raw(`'waiting'`)), which)

/**
 * Returns the next merchants with a due mail, in order. Skips through the index from merchant to merchant: 100,000
 * waiting mails of a merchant cost no more than one.
 */
async function merchantsAfter(db: Database, { after, limit, which }: Turn): Promise<string[]> {
  const next = (previous: SQL) => sql`
    select merchant_id, (next_attempt <= now())::int as due from ${mail}
    where ${isWaiting(which)} and merchant_id > ${previous}
    order by merchant_id, next_attempt limit 1`
  const rows = await db.execute<{ merchantId: string }>(sql`
    with recursive turn as (
      select first.*, due as found from (${next(sql`${after}`)}) first
      union all
      select next.*, found + next.due from turn
      cross join lateral (${next(sql.raw('turn.merchant_id'))}) next
      where found < ${limit}::int
    )
    select merchant_id as "merchantId" from turn where due = 1 order by merchant_id`)
  return rows.map(({ merchantId }) => merchantId)
}

/** Claims due mails that nobody else is taking: one of each merchant, then a second one of each, and so on. */
function takeOf(db: Database, merchants: readonly string[], { limit, which }: Turn): Promise<MailRow[]> {
  // Written into the statement, so that PostgreSQL knows how few rows it looks up.
  const atMost = sql.raw(String(limit))
  const chosen = sql`
    select turn.merchant_id, found.id from json_array_elements_text(${JSON.stringify(merchants)}::json) with ordinality
      as turn (merchant_id, place)
    cross join lateral (
      select id, next_attempt from ${mail}
      where ${isWaiting(which)} and merchant_id = turn.merchant_id and next_attempt <= now()
      order by merchant_id, next_attempt limit ${atMost}
      for update skip locked
    ) found
    order by row_number() over (partition by turn.merchant_id order by found.next_attempt), turn.place
    limit ${atMost}`
  return db
    .update(mail)
    .set({
      attempts: sql`${mail.attempts} + 1`,
      nextAttempt: sql`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where(sql`(${mail.merchantId}, ${mail.id}) in (${chosen})`)
    .returning()
}
