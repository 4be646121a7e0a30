import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { coalesced } from '@/db/coalesce'
import type { CardCall, DeclineCode } from '../../model/card/service'
import type { Money } from '../../model/money/money'
import { declinesOf } from './cards'
import {
  type AcquirerDecision,
  type AcquirerRequest,
  insertDecided,
  newEntry,
  requestRows,
  writingEntries,
} from './entries'

export type SimulatedAuthorisation = CardCall & Money & { capture?: boolean }

/** A request to authorise an amount on a stored card or a one-time token. `code` is why it is declined, if that is already known. */
export const authorisation = (
  call: SimulatedAuthorisation,
  cardId: string,
  code?: DeclineCode,
): AcquirerRequest => ({
  entry: {
    ...newEntry(call, 'authorise'),
    authorisation: call.operation,
    currency: call.currency,
    amount: call.amount,
    captured: call.capture ? call.amount : 0n,
    cardId,
    code: code ?? null,
  },
})

/** Decides on authorisations. Returns undefined for an operation that was decided before, or has a planned fault. */
export const authoriseAll = writingEntries(
  sql`${insertDecided(sql`
    (select given.*, card.behaviour as card_behaviour,
      case when card.behaviour is null then 'invalid card number' else coalesce(
        given.code,
        ${JSON.stringify(declinesOf('authorise'))}::json ->> card.behaviour,
        case when given.created >= card.valid_until then 'card expired' end,
        case when card.behaviour = 'amount decides' then given.amount_decline end
      ) end as decline
    from ${requestRows}
    left join lateral (${cardNamed(sql`acquirer_card`)} union all ${cardNamed(sql`acquirer_token`)} limit 1) card on true
    ) decided`)}
    on conflict do nothing`,
)

/** A card is valid until the end of its month. */
function cardNamed(table: SQL): SQL {
  return sql`
  select behaviour, (make_timestamp(2000 + (expires ->> 1)::int, (expires ->> 0)::int, 1, 0, 0, 0) + interval '1 month')
    at time zone 'UTC' as valid_until
  from ${table} where merchant_id = given.merchant_id and id = given.card_id`
}

/** Decides on an authorisation together with those of other callers. */
export const authorise: (db: Database, request: AcquirerRequest) => Promise<AcquirerDecision | undefined> =
  coalesced(authoriseAll)
