import { addDays, type Day } from '@/server/model/calendar'
import { capitalised } from '@/server/model/capitalised'
import type { Money } from '@/server/model/money/money'
import type { Outputs } from '../../_parts/merchant'
import { onDay } from './words'

export type AttemptRow = Outputs['attempt']['list']['attempts'][number]

export const attemptSources: Record<NonNullable<AttemptRow['source']>, string> = {
  checkout: 'Checkout',
  'account-page': 'Account page',
  'payment-link': 'Payment link',
  subscription: 'Subscription',
  dashboard: 'Dashboard',
  api: 'API',
}

/** What an attempt was to do: "Payment", "Refund". */
export const attemptKinds: Record<AttemptRow['kind'], string> = {
  authorise: 'Payment',
  pay: 'Subscription payment',
  charge: 'Charge',
  refund: 'Refund',
  cancel: 'Cancellation',
  store: 'New card',
}

/** A decline code in a word or two, for a table: "Insufficient funds". */
export function reasonInShort(code: string): string {
  const names: Partial<Record<string, string>> = {
    '3ds problem': '3-D Secure problem',
    '3ds authentication failure': '3-D Secure failed',
    'acquirer error': 'Card service error',
    'invalid csc': 'Wrong security code',
    'no card': 'No card',
    'never arrived': 'Never arrived',
  }
  return names[code] ?? capitalised(code)
}

/** What failed and why: "Refund of 12,50 kr failed: Card service error". A new card has no amount. */
export function failureInWords(
  { kind, code, amount, currency }: Pick<AttemptRow, 'kind' | 'code' | 'amount' | 'currency'>,
  money?: (of: Money) => string,
): string {
  const of = money && amount !== null && currency !== null ? ` of ${money({ amount, currency })}` : ''
  const failed = kind === 'store' ? 'declined' : 'failed'
  return `${attemptKinds[kind]}${of} ${failed}: ${reasonInShort(code)}`
}

/** What went wrong, for a table: "Insufficient funds"; "Refund: Card service error" if it was not a payment. */
export function failureInShort({ kind, code }: Pick<AttemptRow, 'kind' | 'code'>): string {
  const reason = reasonInShort(code)
  return kind === 'authorise' || kind === 'pay' ? reason : `${attemptKinds[kind]}: ${reason}`
}

type Ahead = Pick<
  AttemptRow,
  'attempt' | 'requestedBy' | 'retryOn' | 'isLastRetry' | 'isGivenUp' | 'paidOrderId' | 'kind'
>

/**
 * What happens next after an attempt: "Attempt 3 of 5. Next attempt on Sunday, then suspended." Names who requested an
 * attempt that was not planned.
 */
export function nextAttemptInWords(
  { attempt, requestedBy, retryOn, isLastRetry, isGivenUp, paidOrderId, kind }: Ahead,
  today: Day,
): string {
  const planned = attempt && attempt.of > 1 ? `Attempt ${attempt.number} of ${attempt.of}.` : ''
  const joined = (rest: string) =>
    [planned, requestedBy && `Requested by: ${requestedBy}.`, rest].filter(Boolean).join(' ')
  if (paidOrderId) return joined('Paid in the meantime.')
  if (isGivenUp) return joined('No further attempts; the account is suspended.')
  if (retryOn) {
    const when = retryOn <= addDays(today, 0) ? 'today' : onDay(retryOn, today)
    return joined(`Next attempt ${when}${isLastRetry ? ', then suspended' : ''}.`)
  }
  if (kind === 'store') return 'The card was not added.'
  return joined(kind === 'pay' ? '' : 'Not retried automatically.')
}
