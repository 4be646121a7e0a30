import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { coalesced } from '@/db/coalesce'
import { isOfOneRow } from '@/db/errors'
import { insertionOf, snakeCased } from '@/db/many'
import { prepared, value } from '@/db/prepared'
import { acquirerEntry } from '@/db/schema'
import type { Authorised, DeclineCode, FollowUp, Outcome } from '../../model/card/service'
import { amountDecline, type Entry, newEntry, outcomeOf, withoutWaiting } from './books'
import { behaviourNamed } from './cards'

type FollowUpKind = 'capture' | 'cancel' | 'refund'

/** What the acquirer has recorded about a follow-up: the authorisation, and the follow-up itself if it is repeated. */
interface Standing {
  authorised: Entry | undefined
  known: Entry | undefined
}

export const findStanding = coalesced<FollowUp, Standing>(async (db, calls) => {
  const entries = await findEntries(db, {
    merchantIds: calls.flatMap(({ merchantId }) => [merchantId, merchantId]),
    operations: calls.flatMap(({ authorisation, operation }) => [authorisation, operation]),
  })
  const found = new Map(entries.map((entry) => [`${entry.merchantId} ${entry.operation}`, entry]))
  return calls.map(({ merchantId, authorisation, operation }) => ({
    authorised: found.get(`${merchantId} ${authorisation}`),
    known: found.get(`${merchantId} ${operation}`),
  }))
})

const findEntries = prepared<{ merchantIds: string[]; operations: string[] }>()(
  'find_acquirer_entries',
  (db) =>
    db
      .select()
      .from(acquirerEntry)
      .where(
        sql`(${acquirerEntry.merchantId}, ${acquirerEntry.operation}) in
        (select * from unnest(${value('merchantIds')}::text[], ${value('operations')}::uuid[]))`,
      ),
)

/** How many times a follow-up is tried if others move amounts of its authorisation meanwhile. */
const mostTries = 100

/** Captures, cancels or refunds part of an authorisation. */
export async function followUp(
  db: Database,
  kind: FollowUpKind,
  call: FollowUp,
  standing: Standing,
): Promise<Outcome<Authorised>> {
  let { authorised, known } = standing
  for (let tries = 1; tries <= mostTries; tries++) {
    if (known) return outcomeOf(known)
    const code = followUpDecline(authorised, kind, call)
    const entry: Entry = {
      ...newEntry(call, kind, authorised?.behaviour ?? 'accepted', code),
      authorisation: call.authorisation,
      currency: call.currency,
      amount: call.amount,
    }
    if (await isEntered(db, { entry, authorised })) return outcomeOf(entry)
    ;({ authorised, known } = await findStanding(db, call))
  }
  throw new Error(`The amounts of authorisation ${call.authorisation} changed all the time`)
}

/** The acquirer enforces its own limits: it never moves more than it holds. */
function followUpDecline(
  authorised: Entry | undefined,
  kind: FollowUpKind,
  call: FollowUp,
): DeclineCode | undefined {
  if (authorised?.kind !== 'authorise' || authorised.outcome !== 'done') return 'invalid transaction'
  if (authorised.currency !== call.currency) return 'invalid currency'
  const left =
    kind === 'refund'
      ? authorised.captured - authorised.refunded
      : (authorised.amount ?? 0n) - authorised.captured - authorised.cancelled
  if (call.amount <= 0n || call.amount > left) return 'amount limit'
  if (kind === 'cancel') return undefined
  return (
    (kind === 'refund' && behaviourNamed(authorised.behaviour).refund) ||
    amountDecline(authorised.behaviour, call)
  )
}

interface NewEntry {
  entry: Entry
  /** The authorisation as it was when this was decided. */
  authorised: Entry | undefined
}

/** Writes an entry. Returns false if the amounts of its authorisation have changed, or if it was written before. */
const isEntered = (db: Database, given: NewEntry): Promise<boolean> =>
  enter(db, given).catch((error: unknown) => {
    if (isOfOneRow(error)) return false
    throw error
  })

/** Writes entries, and moves the amounts of authorisations that have not changed. */
const enter = coalesced<NewEntry, boolean>(async (db, given) => {
  const entries = given.map(({ entry }) => entry)
  const rows = given.map(({ entry, authorised }) => ({
    entry: snakeCased(entry),
    captured: authorised?.captured.toString(),
    cancelled: authorised?.cancelled.toString(),
    refunded: authorised?.refunded.toString(),
  }))
  const moved = (kind: FollowUpKind) =>
    sql`case when (given.entry).kind = ${sql.raw(`'${kind}'`)} then (given.entry).amount else 0 end`
  const written = await db.execute<{ operation: string }>(sql`
    with given as materialized (
      select json_populate_record(null::acquirer_entry, entry) as entry, captured, cancelled, refunded
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as each (entry json, captured bigint, cancelled bigint, refunded bigint)
    ),
    held as (
      select present.merchant_id, present.operation, present.captured, present.cancelled, present.refunded
      from given join acquirer_entry present
        on present.merchant_id = (given.entry).merchant_id and present.operation = (given.entry).authorisation
      where (given.entry).outcome = 'done'
      order by present.merchant_id, present.operation
      for no key update of present
    ),
    moved as (
      update acquirer_entry present
      set captured = present.captured + ${moved('capture')}, cancelled = present.cancelled + ${moved('cancel')},
        refunded = present.refunded + ${moved('refund')}
      from given join held on held.merchant_id = (given.entry).merchant_id and held.operation = (given.entry).authorisation
      where present.merchant_id = held.merchant_id and present.operation = held.operation
        and (present.captured, present.cancelled, present.refunded) = (given.captured, given.cancelled, given.refunded)
        and (given.entry).outcome = 'done'
      returning (given.entry).operation
    )
    ${insertionOf(acquirerEntry, entries, {
      from: sql`(select (given.entry).* from given
        where (given.entry).outcome = 'declined' or (given.entry).operation in (select operation from moved)) given`,
    })}
    returning operation, ${withoutWaiting}`)
  const isWritten = new Set(written.map(({ operation }) => operation))
  return entries.map(({ operation }) => isWritten.has(operation))
})
