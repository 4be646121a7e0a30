import { cardFailure } from '../card/card-failure'
import { declineCodeOf } from '../model/card/describe-failure'
import type { Authorised } from '../model/card/service'
import { fail, KassaError } from '../model/errors'
import type { OperationRow } from '../store/operations'
import type { EventRow } from '../store/orders'
import type { CardOutcome } from './call-card-service'

/** An operation that the card service carried out. */
export interface Done extends Authorised {
  operation: OperationRow
  status: 'done'
}

/** An operation whose outcome follows later. */
export interface Accepted {
  operation: OperationRow
  status: 'accepted'
  /** The card service's reference for the operation. */
  reference: string
  /** The bank's page on which the cardholder approves it. */
  approval?: string
  /** The error for a caller while there is no order or event to return. */
  error: KassaError
}

/** An operation that the card service refused. */
export interface Refused {
  operation: OperationRow
  status: 'failed'
  code: string
  /** The error that the caller should see. */
  error: KassaError
  /**
   * Whether the card service has recorded the refusal and would return it to every attempt. Any other refusal
   * concerns only this attempt: if the worker has taken the operation over since, the worker's attempt decides.
   */
  final: boolean
  /** Whether repeating the request begins a new attempt instead of returning this refusal again. */
  repeatable: boolean
}

/** The error of a refusal that is recorded as an event of type `fail`. */
export class RecordedRefusal extends KassaError {
  constructor(
    { code, params, cause }: KassaError,
    readonly event: EventRow,
  ) {
    super(code, params, { cause })
  }
}

/** An operation whose outcome is not known yet. It stays pending, and the worker looks it up later. */
interface Open {
  operation: OperationRow
  status: 'open'
  error: KassaError
}

export type Decision = Done | Accepted | Refused | Open

/** Decides how an operation continues after the card service's outcome. */
export function decide(operation: OperationRow, outcome: CardOutcome): Decision {
  const refused = (code: string, error: KassaError, rest = { final: true, repeatable: false }): Refused => ({
    operation,
    status: 'failed',
    code,
    error,
    ...rest,
  })
  const refusedByCode = (code: string) => refused(code, failureOf({ ...operation, code }))
  const isUnattended = operation.kind === 'pay'
  switch (outcome.status) {
    case 'done':
      return { ...outcome, operation }
    case 'declined':
      return refusedByCode(outcome.code)
    case 'no card':
      return refusedByCode('no card')
    case 'accepted':
      return {
        ...outcome,
        operation,
        error: cardFailure({ status: 'unknown', cause: `Accepted as ${outcome.reference}` }),
      }
    case 'never arrived':
      return refused('never arrived', neverArrived(), { final: true, repeatable: true })
    case 'unknown':
      return { operation, status: 'open', error: cardFailure(outcome) }
    case 'failed':
      // A billing run tries again later. A customer is not notified of a failure that the card did not cause.
      if (isUnattended)
        return { operation, status: 'open', error: cardFailure({ ...outcome, status: 'unknown' }) }
      return refused('acquirer error', cardFailure(outcome), { final: false, repeatable: true })
    case 'invalid token':
      if (isUnattended) return refusedByCode('3ds authentication failure')
      return refused('invalid token', invalidToken(), { final: false, repeatable: false })
    case 'verification required':
      // The cardholder is not present to verify a payment of a subscription.
      if (isUnattended) return refusedByCode('3ds authentication failure')
      return refused('verification required', fail('card.verification', { challenge: outcome.challenge }), {
        final: false,
        repeatable: true,
      })
  }
}

/** Returns the error that a failed operation throws to its caller. */
export function failureOf({
  code,
  byAccount,
  kind,
}: Pick<OperationRow, 'code' | 'byAccount' | 'kind'>): KassaError {
  if (code === 'invalid token') return invalidToken()
  if (code === 'no card') return fail('payment.no-card')
  if (code === 'never arrived') return neverArrived()
  const field = byAccount ? 'payment.account' : 'payment.card'
  return fail('card.declined', { code: declineCodeOf(code ?? ''), field, kind })
}

const neverArrived = () =>
  cardFailure({ status: 'failed', cause: new Error('The request never arrived at the card service') })

const invalidToken = () => fail('card.invalid-token', { field: 'payment.card' })
