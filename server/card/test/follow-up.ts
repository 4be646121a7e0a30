import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { coalesced } from '@/db/coalesce'
import { isOfOneRow } from '@/db/errors'
import type { FollowUp } from '../../model/card/service'
import { declinesOf } from './cards'
import {
  type AcquirerDecision,
  type AcquirerRequest,
  insertDecided,
  newEntry,
  requestRows,
  writingEntries,
} from './entries'

/** A request to capture, cancel or refund part of an authorisation. */
export const followUp = (kind: 'capture' | 'cancel' | 'refund', call: FollowUp): AcquirerRequest => ({
  entry: {
    ...newEntry(call, kind),
    authorisation: call.authorisation,
    currency: call.currency,
    amount: call.amount,
  },
})

const refundDeclines = JSON.stringify(declinesOf('refund'))

const decideOnAll = writingEntries(
  sql`
    with given as materialized (
      select given.* from ${requestRows}
      where not exists (select from acquirer_entry known
        where known.merchant_id = given.merchant_id and known.operation = given.operation)
    ),
    held as (
      select present.* from given join acquirer_entry present
        on present.merchant_id = given.merchant_id and present.operation = given.authorisation
      where present.kind = 'authorise' and present.outcome = 'done'
      order by present.merchant_id, present.operation
      for no key update of present
    ),
    decided as (
      select distinct on (given.merchant_id, given.authorisation) given.*, held.behaviour as card_behaviour,
        case
          when held.operation is null then 'invalid transaction'
          when held.currency <> given.currency then 'invalid currency'
          when given.amount <= 0 or given.amount > case given.kind
            when 'refund' then held.captured - held.refunded
            else held.amount - held.captured - held.cancelled end then 'invalid transaction'
          when given.kind = 'refund' and ${refundDeclines}::json ->> held.behaviour is not null
            then ${refundDeclines}::json ->> held.behaviour
          when given.kind <> 'cancel' and held.behaviour = 'amount decides' then given.amount_decline
        end as decline
      from given left join held on held.merchant_id = given.merchant_id and held.operation = given.authorisation
    ),
    moved as (
      update acquirer_entry present
      set captured = present.captured + case decided.kind when 'capture' then decided.amount else 0 end,
        cancelled = present.cancelled + case decided.kind when 'cancel' then decided.amount else 0 end,
        refunded = present.refunded + case decided.kind when 'refund' then decided.amount else 0 end
      from decided
      where present.merchant_id = decided.merchant_id and present.operation = decided.authorisation
        and decided.decline is null
    )
    ${insertDecided(sql`decided`)}`,
)

/**
 * Decides on a follow-up together with those of other callers, and moves the amount. The acquirer enforces its own limits:
 * it never moves more than it holds. Returns undefined for an operation that was decided before or has a planned fault,
 * and if another follow-up of the authorisation was decided at the same time.
 */
export const follow = (db: Database, request: AcquirerRequest): Promise<AcquirerDecision | undefined> =>
  followTogether(db, request).catch((error: unknown) => {
    if (isOfOneRow(error)) return undefined
    throw error
  })

const followTogether: (db: Database, request: AcquirerRequest) => Promise<AcquirerDecision | undefined> =
  coalesced(decideOnAll)
