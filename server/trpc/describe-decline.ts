import { declineCodeOf, type FailedKind, mayBeDoneAlready } from '../model/card/describe-failure'
import type { DeclineCode } from '../model/card/service'

const noCard =
  'The account has no card. Send the customer a login link and ask them to add one on their account page.'

const sentences: Record<DeclineCode, string> = {
  'card declined':
    'The customer’s bank declined the card and gave no reason. Ask the customer to contact their bank or use another card.',
  'insufficient funds':
    'The customer’s bank declined the card because of insufficient funds. Try again later or ask the customer for another card.',
  'card expired': 'The customer’s card has expired. Ask the customer for another card.',
  'card lost or stolen':
    'The card has been reported lost or stolen. Do not try it again. Ask the customer for another card, without giving the reason.',
  'card restricted':
    'The card cannot be used for this kind of payment. Ask the customer to contact their bank or use another card.',
  'suspected fraud':
    'The customer’s bank suspects fraud. Do not try the card again. Ask the customer for another card, without giving the reason, and check the order before you deliver.',
  'amount limit':
    'The amount exceeds the card’s limit. Try a smaller amount, or ask the customer to have their bank raise the limit or to use another card.',
  'blocked merchant':
    'The card is blocked for payments to you. Ask the customer to contact their bank or use another card.',
  'invalid card number':
    'The customer’s bank does not know the card number. Ask the customer to enter the card again or use another card.',
  'invalid csc': 'The security code was wrong. Ask the customer to enter the card again.',
  'invalid currency':
    'The card service did not accept the currency. Use another currency, or ask your card service to enable this one.',
  'invalid descriptor':
    'The card service did not accept the text for the customer’s bank statement. Contact your card service.',
  'invalid transaction':
    'The card service or the bank refused this. It may have been done already: check at the card service before you ask the customer for another card.',
  'invalid input':
    'The card service did not accept the details of the payment. Ask the customer to enter the card again, or contact your card service.',
  'rule violation':
    'A rule at your card service, such as a minimum amount, blocked this operation. Check the rules there, or contact your card service.',
  'unsupported card':
    'Your card service does not accept cards of this kind. Ask the customer for another card.',
  '3ds problem':
    'The customer could not be verified because 3-D Secure failed. Ask the customer to try again later or use another card.',
  '3ds authentication failure':
    'The customer was not verified by 3-D Secure. Ask the customer to try again or use another card.',
  'acquirer error':
    'The card service could not process this. Try again later. If it happens again, contact your card service.',
}

/** No other card of the customer helps. */
const notRefunded =
  'The card service could not make the refund. Try again later. If it happens again, pay the customer back in another way.'

/** The bank may have taken the payment back, so paying the customer in another way could pay twice. */
const notRefundable =
  'The card service does not allow a refund of this payment: it may be disputed, or refunded already. Look it up at the card service before you pay the customer back in another way.'

const notCancelled =
  'The card service could not cancel this. Try again later. If it happens again, contact your card service.'

const notCancellable =
  'The card service does not allow this to be cancelled: it may have been charged there, or released already. Look it up at the card service.'

const neverArrived = 'Failed: the request never arrived at the card service, and nothing was done. Try again.'

/**
 * What a recorded failure means, and what a merchant can do about it. `code`: a decline code, `no card` or
 * `never arrived`.
 */
export function describeDecline(code: string, kind?: FailedKind | null): string {
  if (code === 'no card') return noCard
  if (code === 'never arrived') return neverArrived
  const known = declineCodeOf(code)
  const isRefused = mayBeDoneAlready(known)
  if (kind === 'refund') return isRefused ? notRefundable : notRefunded
  if (kind === 'cancel') return isRefused ? notCancellable : notCancelled
  return sentences[known]
}

const reversedLater = 'The card service had reported this as done, but it failed later.'

/** Whether it can be repeated depends on what the order has become, so only the order's page says what to do. */
export const reversedElsewhere = `${reversedLater} Open the order to see what to do.`

/**
 * A failure as it was recorded with an event, described for a merchant. `original`: what failed. With an amount, the card
 * service had reported it as done before. `isOnOrder`: whether it is read on the order's page.
 */
export const failureForMerchant = <E extends { code: string } | null>(
  {
    type,
    original,
    amount,
    error,
  }: {
    type: string
    original?: FailedKind | null | undefined
    amount: unknown
    error: E
  },
  { isOnOrder }: { isOnOrder?: boolean } = {},
) =>
  error && {
    code: error.code,
    description:
      type === 'fail' && amount !== null
        ? isOnOrder
          ? reversedLater
          : reversedElsewhere
        : describeDecline(error.code, original),
  }
