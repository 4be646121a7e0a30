import Stripe from 'stripe'
import { hours } from '../../core/clock'
import type { DeclineCode, Outcome } from '../../model/card/service'
import { declineOf } from './decline-codes'

/** What a request was about: a card of a one-time token, a stored card, or an authorisation. */
type OutcomeSubject = 'token' | 'stored card' | 'authorisation'

/** Refusals that depend on the amount or the state, not on Kassa or its key. */
const refusals: Record<string, DeclineCode> = {
  amount_too_large: 'amount limit',
  amount_too_small: 'rule violation',
  capture_charge_authorization_expired: 'invalid transaction',
  charge_already_captured: 'invalid transaction',
  charge_already_refunded: 'invalid transaction',
  charge_disputed: 'invalid transaction',
  charge_expired_for_capture: 'invalid transaction',
  charge_not_refundable: 'invalid transaction',
  expired_payment_method: 'card expired',
  invalid_charge_amount: 'amount limit',
  payment_intent_unexpected_state: 'invalid transaction',
  refund_disputed_payment: 'invalid transaction',
  resource_missing: 'invalid transaction',
}

/** The outcome of a request that was refused or failed. */
export function outcomeOfError(cause: unknown, subject: OutcomeSubject): Outcome<never> {
  if (!(cause instanceof Stripe.errors.StripeError)) return { status: 'unknown', cause }
  const { statusCode, code = '', param = '', type } = cause
  if (type === 'StripeCardError') return { status: 'declined', code: declineOf(cause) }
  if (statusCode === 401 || statusCode === 403) return { status: 'failed', cause }
  // After 409, 429 or a key that was used for something else, the outcome of an earlier request is unknown.
  if (!isRefused(cause)) return { status: 'unknown', cause }
  if (code === 'lock_timeout') return { status: 'unknown', cause }
  if (param === 'payment_method' || code === 'payment_method_unexpected_state') {
    if (subject === 'token') return { status: 'invalid token' }
    if (subject === 'stored card') return { status: 'declined', code: 'invalid card number' }
  }
  if (subject === 'stored card' && param === 'customer')
    return { status: 'declined', code: 'invalid card number' }
  const refusal = Object.hasOwn(refusals, code) ? refusals[code] : undefined
  // Kassa keeps within the amount of an authorisation, so Stripe has less left: somebody has moved it there.
  const isAmount = refusal === 'amount limit' || (!refusal && param.startsWith('amount'))
  if (isAmount && subject === 'authorisation') return { status: 'declined', code: 'invalid transaction' }
  if (refusal) return { status: 'declined', code: refusal }
  if (param === 'currency') return { status: 'declined', code: 'invalid currency' }
  if (isAmount) return { status: 'declined', code: 'amount limit' }
  return { status: 'failed', cause }
}

/** Whether Stripe has refused a request because of what it asks for, and not because of its key. */
const isRefused = (cause: unknown): boolean =>
  cause instanceof Stripe.errors.StripeInvalidRequestError && [400, 402, 404].includes(cause.statusCode ?? 0)

/**
 * Whether Stripe has refused a request without a code or a parameter, as it does for a card that was used before or was
 * removed from its customer. Other refusals are about the account or about Kassa, and no other card would help.
 */
export const isUnexplained = (cause: unknown): boolean =>
  cause instanceof Stripe.errors.StripeInvalidRequestError && isRefused(cause) && !cause.code && !cause.param

/** Whether Stripe has no object with this id. */
export const isMissing = (cause: unknown): boolean =>
  cause instanceof Stripe.errors.StripeError && cause.code === 'resource_missing'

/** Longer than Stripe remembers a key, under which it repeats a fault. */
export const faultLife = hours(30)

/** A time before the first request whose fault Stripe repeats. */
export const beforeReplayed = (): Date => new Date(Date.now() - faultLife)

/** Whether Stripe repeated the error of an earlier request, which may still have done its work. */
export const isReplayedFault = (cause: unknown): boolean =>
  cause instanceof Stripe.errors.StripeError &&
  (cause.statusCode ?? 0) >= 500 &&
  cause.headers?.['idempotent-replayed'] === 'true'
