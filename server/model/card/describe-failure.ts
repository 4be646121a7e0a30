import { type DeclineCode, declineCodes } from './service'

/** Codes of failures that neither the card nor the card service caused. */
const ownCodes = ['no card', 'never arrived'] as const
type OwnCode = (typeof ownCodes)[number]

/** What failed. */
export type FailedKind = 'authorise' | 'charge' | 'cancel' | 'refund' | 'pay' | 'store'

const sentences: Partial<Record<DeclineCode | OwnCode, string>> = {
  'no card': 'The account has no card. Add one, or have the customer add one on the account page.',
  'never arrived': 'The request never arrived at the card service, and nothing was done. Try again.',
  'insufficient funds': 'The card does not cover the amount. Use another card, or a smaller amount.',
  'card expired': 'The card has expired. Use a card that is still valid.',
  'invalid csc': 'The security code is wrong. Enter the card again.',
  'invalid card number': 'The card number is wrong. Enter the card again.',
  'amount limit': 'The amount is above what the card may be used for. Use a smaller amount or another card.',
  'card restricted': 'The card is restricted and cannot be used for this payment. Use another card.',
  'blocked merchant': 'The card is blocked for payments to this merchant. Use another card.',
  'invalid currency':
    'The card cannot be charged in this currency. Use another currency or card, or have the currency enabled at the card service.',
  'invalid descriptor':
    'The card service did not accept the text for the bank statement. Contact the card service.',
  'invalid transaction':
    'The card service or the bank does not allow this operation: it may have been done already. Look it up at the card service before you use another card.',
  'invalid input':
    'The card service did not accept the details of the payment. Enter the card again, or contact the card service.',
  'unsupported card': 'Cards of this kind are not accepted. Use another card.',
  '3ds problem':
    'The cardholder could not be verified because 3-D Secure failed. Try again later, or use another card.',
  'rule violation':
    'The card service blocked this payment under one of its rules, such as a minimum amount. Contact the card service.',
  '3ds authentication failure': 'The cardholder was not verified. Try again, or use another card.',
  'acquirer error': 'The card service could not process this. Try again later, or use another card.',
}

/**
 * Whether what follows an authorisation was refused because the card service has less left of it than Kassa: somebody has
 * moved it there, or the bank has taken it. Doing it in another way could then do it twice.
 */
export const mayBeDoneAlready = (code: string): boolean =>
  code === 'invalid transaction' || code === 'amount limit'

/**
 * The sentence that is recorded with an event of type `fail`, and so is part of the order. It is for the merchant,
 * never for a payer. A code that card services do not use counts as `acquirer error`. Refunds and cancellations cannot use
 * another card.
 */
export function describeFailure(code: string, kind?: FailedKind): string {
  const known = ownCodes.find((own) => own === code) ?? declineCodeOf(code)
  const isRefused = mayBeDoneAlready(known)
  if (kind === 'refund' && isRefused)
    return 'The card service does not allow a refund of this payment: it may be disputed, or refunded already. Look it up at the card service before you pay the customer back in another way.'
  if (kind === 'refund' && known !== 'never arrived')
    return 'The card service could not make the refund. Try again later, or pay the customer back in another way.'
  if (kind === 'cancel' && isRefused)
    return 'The card service does not allow this to be cancelled: it may have been charged there, or released already. Look it up at the card service.'
  if (kind === 'cancel' && known !== 'never arrived')
    return 'The card service could not cancel this. Try again later.'
  return sentences[known] ?? 'The card was declined. Use another card, or ask the bank that issued it.'
}

/** Follows the sentence about a retry of a card that must not be tried again. */
export const notTriedAgain =
  'Kassa did not send it to the bank this time: card schemes forbid trying such a card again.'

/** Returns the documented decline code for a code of a card service; `acquirer error` for one that is not documented. */
export const declineCodeOf = (code: string): DeclineCode =>
  declineCodes.find((known) => known === code) ?? 'acquirer error'

/** Only for the merchant: a thief should not learn it, and an honest payer would be insulted. */
const confidential = new Set<string>(['card lost or stolen', 'suspected fraud'] satisfies DeclineCode[])

/** The code of a failure for the payer. */
export const codeForPayer = <C extends string>(code: C): C | 'card declined' =>
  confidential.has(code) ? 'card declined' : code
