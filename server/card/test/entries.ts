import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { snakeCased } from '@/db/many'
import { builtOnce } from '@/db/prepared'
import { acquirerEntry } from '@/db/schema'
import type { Authorised, CardCall, DeclineCode, Outcome } from '../../model/card/service'
import { type Money, toMajor } from '../../model/money/money'
import { declinesByAmount } from './cards'

export type AcquirerEntry = typeof acquirerEntry.$inferSelect

export const newEntry = (call: CardCall, kind: AcquirerEntry['kind']): AcquirerEntry => ({
  merchantId: call.merchantId,
  operation: call.operation,
  kind,
  outcome: 'done',
  code: null,
  authorisation: null,
  currency: null,
  amount: null,
  cardId: null,
  behaviour: 'accepted',
  captured: 0n,
  refunded: 0n,
  cancelled: 0n,
  created: call.now,
})

/** A request that the acquirer decides on in the statement that writes its entry. */
export interface AcquirerRequest {
  entry: AcquirerEntry
  /** The request is decided on even if a fault is planned for it. */
  evenIfFaulty?: true
}

export type AcquirerDecision = Outcome<Authorised>

/**
 * The entries of `requests` as a table `given`, each with the `amount_decline` of cards whose amount decides. Leaves out
 * requests for which a fault is planned.
 */
export const requestRows = sql`(
  select entry.*, request.amount_decline
  from json_to_recordset(${sql.placeholder('requests')}::json)
    as request (entry json, amount_decline text, even_if_faulty boolean)
  cross join lateral json_populate_record(null::acquirer_entry, request.entry) entry
  where request.even_if_faulty or not exists (select from acquirer_fault fault
    where fault.merchant_id = entry.merchant_id and fault.kind = entry.kind and fault.remaining > 0)
) given`

const rowOf = ({ entry, evenIfFaulty }: AcquirerRequest) => ({
  entry: snakeCased(entry),
  amount_decline: entry.currency && amountDecline({ amount: entry.amount ?? 0n, currency: entry.currency }),
  even_if_faulty: evenIfFaulty ?? false,
})

const amountDecline = (money: Money): DeclineCode | undefined => declinesByAmount.get(toMajor(money))

/** Inserts entries from rows of `given` with the `card_behaviour`, and the `decline` if the acquirer declines. */
export const insertDecided = (decided: SQL): SQL => sql`
  insert into acquirer_entry (merchant_id, operation, kind, authorisation, currency, amount, card_id, refunded, cancelled,
    created, behaviour, code, outcome, captured)
  select merchant_id, operation, kind, authorisation, currency, amount, card_id, refunded, cancelled, created,
    coalesce(card_behaviour, 'accepted'), decline, case when decline is null then 'done' else 'declined' end,
    case when decline is null then captured else 0 end
  from ${decided}`

/**
 * Commits without waiting for the disk. What Kassa does with an entry is committed after it, into the same log, so an entry
 * that a crash loses is one that Kassa has not used: to Kassa, the acquirer never received the operation.
 */
const withoutWaiting = sql`(select set_config('synchronous_commit', 'off', true)) as waits`

/**
 * Returns a function that writes the entries of requests with a statement that decides on them. It returns the decision
 * on each; undefined if its entry was not written.
 */
export function writingEntries(insertion: SQL) {
  const statement = builtOnce<'requests'>(
    () => sql`${insertion} returning operation, outcome, code, ${withoutWaiting}`,
  )
  return async (
    db: Queryable,
    requests: readonly AcquirerRequest[],
  ): Promise<(AcquirerDecision | undefined)[]> => {
    const written = await db.execute<Pick<AcquirerEntry, 'operation' | 'outcome' | 'code'>>(
      statement({ requests: JSON.stringify(requests.map(rowOf)) }),
    )
    const decisions = new Map(written.map((entry) => [entry.operation, outcomeOf(entry)]))
    return requests.map(({ entry }) => decisions.get(entry.operation))
  }
}

/** Returns the decision on an operation that was recorded before. */
export async function findDecision(
  db: Queryable,
  { merchantId, operation }: Pick<AcquirerEntry, 'merchantId' | 'operation'>,
): Promise<AcquirerDecision | undefined> {
  const [entry] = await db
    .select()
    .from(acquirerEntry)
    .where(and(eq(acquirerEntry.merchantId, merchantId), eq(acquirerEntry.operation, operation)))
  return entry && outcomeOf(entry)
}

/** How many times a request is attempted if others change its authorisation at the same time. */
const maxAttempts = 100

/** Decides on a request, even if a fault is planned for it. An operation that was decided before keeps its outcome. */
export async function decideAnyway(
  db: Queryable,
  request: AcquirerRequest,
  decide: (request: AcquirerRequest) => Promise<AcquirerDecision | undefined>,
): Promise<AcquirerDecision> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const decision =
      (await decide({ ...request, evenIfFaulty: true })) ?? (await findDecision(db, request.entry))
    if (decision) return decision
  }
  throw new Error(`The acquirer could not decide on operation ${request.entry.operation}`)
}

const outcomeOf = ({
  operation,
  outcome,
  code,
}: Pick<AcquirerEntry, 'operation' | 'outcome' | 'code'>): AcquirerDecision =>
  outcome === 'declined'
    ? { status: 'declined', code: (code ?? 'acquirer error') as DeclineCode }
    : { status: 'done', reference: operation }
