import { cardFailure, declineDescription, declined, invalidToken, verificationRequired } from '../card/errors'
import { type Authorised, type DeclineCode, declineCodes, type Outcome } from '../model/card/service'
import { invalidContent, type KassaError } from '../model/errors'
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
        error: declined(outcome.code, paidBy(begun)),
        final: true,
        repeatable: false,
      }
    case 'invalid token':
      return { code: outcome.status, error: invalidToken('payment.card'), final: false, repeatable: false }
    case 'verification required':
      return {
        code: outcome.status,
        error: verificationRequired(outcome.challenge),
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
  if (code === 'invalid token') return invalidToken('payment.card')
  if (code === 'no card') {
    return invalidContent('Account', noCard, { property: 'payment.account', details: { code } })
  }
  return declined(declineCodeOf(code), paidBy(failed))
}

/** What a failed payment of a subscription means to its merchant. */
export const failureDescription = (code: string): string =>
  code === 'no card' ? noCard : declineDescription(declineCodeOf(code))

const noCard =
  'The account has no card. Add one with POST /account/{id}/method, or have the customer add one on the account page.'

const declineCodeOf = (code: string): DeclineCode => (isDeclineCode(code) ? code : 'acquirer error')

const isDeclineCode = (code: string): code is DeclineCode => declineCodes.some((known) => known === code)

/** The property of the request that named the card. */
const paidBy = ({ byAccount }: OperationRow) => (byAccount ? 'payment.account' : 'payment.card')
