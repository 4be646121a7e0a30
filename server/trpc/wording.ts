import { documented } from '../http/documented'
import { hideCardNumbers } from '../model/card-number'
import type { ErrorCode, ErrorCodes } from '../model/error-codes'
import type { Flaw } from '../model/error-object'
import type { KassaError } from '../model/errors'
import { moneyIn } from '../model/money/format-money'
import type { Money } from '../model/money/money'
import { participleOf } from '../model/order/event-words'
import { describeDecline } from './describe-decline'

type Write = (money: Money) => string

type DashboardWording = {
  [C in ErrorCode]?: (params: ErrorCodes[C], write: Write) => string
}

/**
 * What the dashboard says where the documented sentence does not suit a merchant: what happened, and what the merchant
 * can do next.
 */
const catalogue: DashboardWording = {
  'order.nothing-left': ({ event, amounts }, write) =>
    `Nothing on this order can be ${participleOf[event]} now: ${amounts.map(({ state, money }) => `${write(money)} is ${state}`).join(', ')}.`,
  'order.operation-running': () =>
    'Another operation on this order is in progress. Wait a minute, then check the order again.',
  'order.payment-running': () =>
    'A payment of this order is in progress. Wait a minute, then check the order again.',
  'order.overcharge': ({ event, left }, write) =>
    `At most ${write(left)} can be ${participleOf[event]}. Enter that amount or less.`,
  'order.disputed': ({ left }, write) =>
    left.amount === 0n
      ? 'The customer’s bank has taken back this payment, or is deciding about it. Do not refund it as well.'
      : `The customer’s bank has taken back part of what was charged, so at most ${write(left)} can be refunded. Choose a smaller part.`,
  'order.unpaid-in-part': ({ event }) =>
    `This order is not paid yet, so it can only be ${participleOf[event]} in full.`,
  'order.in-full-only': ({ event, left }, write) =>
    `The remaining ${write(left)} can only be ${participleOf[event]} in full, as the card service requires.`,
  'order.has-account': () =>
    'This order belongs to an account, and nothing was erased. Erase the personal data on the page of the account.',
  'order.has-lines': () => 'This order has lines. Select lines and quantities instead of an amount.',
  'order.has-no-lines': () => 'This order has no lines. Enter an amount.',
  'order.too-large': ({ max }, write) => `An order can be at most ${write(max)}.`,
  'lines.ambiguous': () => 'More than one line of the order matches. Select the lines you mean.',
  'lines.no-match': () => 'The order has no such line. Reload the page and select one of its lines.',
  'lines.too-few': ({ left }) =>
    left === 0
      ? 'Nothing is left of this line. Leave it out.'
      : `At most ${left} of this line can be selected. Use that quantity or less.`,
  'amount.too-fine': ({ currency }) => `The amount has more decimals than ${currency} has. Round it.`,
  'payer.not-found': () => 'This merchant has no such account. Go back to the list of accounts.',
  'payer.no-card': () => describeDecline('no card'),
  'card.declined': ({ code, kind }) => describeDecline(code, kind),
  'card.invalid-token': () => 'The card can no longer be used. Ask the customer to enter it again.',
  'card.verification': () =>
    'The customer’s bank requires the customer to confirm this. Ask the customer to enter the card again on their account page.',
  'payment.no-card': () => describeDecline('no card'),
  'card-service.failed': () => 'The card service failed, and nothing was done. Try again in a moment.',
  'card-service.currency': ({ currency }) =>
    `Your card service cannot charge ${currency}. Use another currency, or enable it there.`,
  'card-service.step': ({ step }, write) =>
    `Your card service accepts only multiples of ${write(step)}. Change the amount.`,
  'card-service.no-authorisation': () =>
    'Your card service cannot reserve an amount to be charged later, which orders need.',
  'card-service.no-response': () =>
    'The card service has not responded yet. Press the button again in a minute to see the outcome. Nothing will be done twice.',
  'link.no-address': () =>
    'The customer has no e-mail address to send the link to. Add one to the account first.',
  'not-found': ({ what }) => {
    if (what === 'merchant') return 'This merchant does not exist, or you are no longer a member of it.'
    // No page has the address of a card: it was removed, perhaps by the same press before.
    if (what === 'card') return 'The account no longer has this card. Reload the page.'
    return `This merchant has no such ${what}. Check the address of this page.`
  },
  'cursor.invalid': () => 'This page of the list no longer exists. Go back to the first page.',
  'subscription.end-changed': () =>
    'The subscription would now end on a different day from the one you confirmed, and nothing was done. Reload the page, then end it again.',
  'clock.moving': () => 'The clock is already being moved. Wait until that is done, then try again.',
}

/** The content of a domain error, worded for a merchant, with amounts formatted for a locale. */
export function contentForMerchant<C extends ErrorCode>(error: KassaError<C>, locale: string): Flaw {
  const { content } = documented(error)
  const sentence = catalogue[error.code]?.(error.params, (money) => moneyIn(locale, money))
  return sentence === undefined ? content : { ...content, description: hideCardNumbers(sentence) }
}
