import { cardFailure } from '../card/errors'
import { declineCodeOf } from '../model/card/describe-failure'
import type { Authorised, Outcome } from '../model/card/service'
import { fail, type KassaError } from '../model/errors'
import type { OperationRow } from '../store/orders'

/** How a card service's refusal is recorded, and what it means to the caller. */
export interface Refusal {
  code: string
  error: KassaError
  /**
   * Whether it stands in the card service's books, the same for all who ask. Any other is only what this attempt
   * heard: when the worker has taken the operation over since, the worker's attempt decides.
   */
  final: boolean
  /** Whether the same request may be repeated as a new attempt, rather than find this refusal again. */
  repeatable: boolean
}

/** The refusal that an outcome is. */
export function refusalOf(
  outcome: Exclude<Outcome<Authorised>, { status: 'done' | 'unknown' }>,
  begun: OperationRow,
): Refusal {
  switch (outcome.status) {
    case 'declined':
      return {
        code: outcome.code,
        error: fail('card.declined', { code: outcome.code, field: paidBy(begun) }),
        final: true,
        repeatable: false,
      }
    case 'invalid token':
      return { code: outcome.status, error: invalidToken(), final: false, repeatable: false }
    case 'verification required':
      return {
        code: outcome.status,
        error: fail('card.verification', { challenge: outcome.challenge }),
        final: false,
        repeatable: true,
      }
    case 'failed':
      return { code: 'acquirer error', error: cardFailure(outcome), final: false, repeatable: true }
  }
}

/** What a failed operation means to its caller, from its row. */
export function failureOf(failed: OperationRow): KassaError {
  const code = failed.code ?? ''
  if (code === 'invalid token') return invalidToken()
  if (code === 'no card') return fail('payment.no-card')
  return fail('card.declined', { code: declineCodeOf(code), field: paidBy(failed) })
}

const invalidToken = () => fail('card.invalid-token', { field: 'payment.card' })

/** The field of the order that named the card. */
const paidBy = ({ byAccount }: OperationRow) => (byAccount ? 'payment.account' : 'payment.card')
