import { orderErasureToDo } from '../../model/erasure'
import type { ErrorCodes, OrderErrors } from '../../model/error-codes'
import { participleOf } from '../../model/order/event-words'
import type { Documented } from '../documented-error'
import {
  conflict,
  type ErrorTable,
  forbidden,
  invalid,
  inWords,
  moneyText,
  stillNeeded,
  tooMany,
} from './table'

const nothingLeft = ({ event, amounts }: ErrorCodes['order.nothing-left']): string =>
  `Nothing on this order can be ${participleOf[event]} now. Current state: ${amounts
    .map(({ state, money }) => `${moneyText(money)} ${state}`)
    .join(', ')}.`

/** Not final: the same request can succeed once what is running has its outcome. */
const notYet = (description: string): Documented => ({
  ...invalid('Event', description, 'type'),
  headers: { 'Retry-After': '60' },
})

export const orderErrors = {
  'order.in-use': ({ obstacles }) => conflict('Order', stillNeeded(orderErasureToDo(obstacles))),
  'order.has-account': ({ account }) =>
    conflict(
      'Order',
      `This order belongs to an account, and nothing was erased. Erase the account, which erases the data of all its orders: POST /account/${account}/erasure.`,
    ),
  'order.changed': () =>
    conflict(
      'Order',
      'The order has changed in the meantime, and nothing was done. Review it and confirm again.',
    ),
  'order.price-changed': () =>
    conflict(
      'Order',
      'The order would now cost a different amount than you confirmed, and nothing was done. Confirm again.',
    ),
  'order.nothing-left': (params) => invalid('Event', nothingLeft(params), 'type'),
  'order.operation-running': ({ event }) =>
    notYet(
      `Nothing on this order can be ${participleOf[event]} now, because another operation on it is in progress. Wait for its event.`,
    ),
  'order.payment-running': () => notYet('A payment of this order is in progress. Wait for its event.'),
  'order.overcharge': ({ event, left }) =>
    invalid('Event', `At most ${moneyText(left)} can be ${participleOf[event]}.`, 'items'),
  'order.disputed': ({ left }) =>
    left.amount === 0n
      ? invalid(
          'Event',
          "The customer's bank has taken back this payment, or is deciding about it. Nothing can be refunded now.",
          'type',
        )
      : invalid(
          'Event',
          `The customer's bank has taken back part of what was charged, so at most ${moneyText(left)} can be refunded. Specify it in \`items\`.`,
          'items',
        ),
  'order.unpaid-in-part': ({ event }) =>
    invalid(
      'Event',
      `This order is not paid yet, so it can only be ${participleOf[event]} in full. Omit \`items\`.`,
      'items',
    ),
  'order.in-full-only': ({ event, left }) =>
    invalid(
      'Event',
      `The remaining ${moneyText(left)} can only be ${participleOf[event]} in full. Omit \`items\`.`,
      'items',
    ),
  'order.has-lines': () =>
    invalid(
      'Event',
      'This order was created with lines. Specify lines and quantities in `items`, not an amount.',
      'items',
    ),
  'order.has-no-lines': () =>
    invalid(
      'Event',
      'This order was created with an amount. Specify an amount in `items`, not lines.',
      'items',
    ),
  'order.costs-nothing': () =>
    invalid('Item', 'The total is zero, or rounds to zero. Use a higher price or quantity.', 'items'),
  'order.too-large': ({ max }) => invalid('number', `An order can be at most ${moneyText(max)}.`, 'items'),
  'order.too-many-units': ({ max }) =>
    invalid(
      'Item',
      `An order has at most ${max.toLocaleString('en')} whole units. Split it into several orders.`,
      'items',
    ),
  'order.too-many': ({ waitSeconds }) =>
    tooMany(
      'Order',
      `Too many orders were placed on this account with a public key. Use the private key, or try again in ${inWords(waitSeconds)}.`,
      waitSeconds,
    ),
  'order.foreign-callback': () =>
    invalid(
      'URL',
      "A public key may only use a callback at a host that the merchant allows. Allow the host in the dashboard's settings, or create the order with the private key.",
      'callback',
    ),
  'metadata.not-for-public-key': () =>
    invalid(
      'object',
      'Only a private key can set metadata. Leave it out, and add it later with the private key.',
      'metadata',
    ),
  'metadata.changed': () =>
    conflict(
      'Metadata',
      'Someone else has changed this metadata in the meantime. Reload the page, then make your change again.',
    ),
  'tag.too-many': ({ max }) =>
    invalid('array', `There can be at most ${max} tags. Remove one first.`, 'tags'),
  'lines.ambiguous': ({ field }) =>
    invalid(
      'Item',
      'More than one line of the order matches. Specify name, price, vat or unit to select one.',
      field,
    ),
  'lines.no-match': ({ field }) =>
    invalid(
      'Item',
      'No line of the order matches. Use the name, price, vat or unit of a line in the order.',
      field,
    ),
  'lines.fraction': ({ field }) =>
    invalid(
      'Item',
      'No line of the order has this fractional quantity. Select whole units, or a line with a fraction as a whole.',
      field,
    ),
  'lines.too-few': ({ field, left }) =>
    invalid(
      'Item',
      left === 0
        ? 'Nothing is left of this line. Leave it out.'
        : `At most ${left} of this line can be selected. Use that quantity or less.`,
      field,
    ),
  'amount.too-fine': ({ field, currency }) =>
    invalid(
      'number',
      field === 'currency'
        ? `The current amount has more decimals than ${currency} allows. Send \`items\` for the new currency too.`
        : `The amount has more decimals than ${currency} allows. Round it.`,
      field,
    ),
  'search.amount-too-fine': ({ field, currency, amount }) =>
    invalid('Order', `${amount} has more decimals than ${currency} allows. Use fewer decimals.`, field),
  'payer.not-found': () =>
    invalid(
      'Account',
      'No such account. Check the id, and that your key belongs to the same merchant.',
      'payment.account',
    ),
  'payer.not-for-public-key': () =>
    forbidden('This merchant does not allow public keys to pay by account. Use a private key.'),
  'payer.card-changed': () =>
    conflict(
      'Method',
      'The cards of this account have changed since the page was loaded. Reload the page, then confirm again.',
    ),
  'payer.owes-more': () =>
    conflict(
      'Account',
      'More of this account is unpaid than the page showed, and nothing was done. Reload the page, then confirm again.',
    ),
  'payer.no-card': () =>
    invalid(
      'Account',
      'The account has no card. Add one first: POST /account/{id}/method.',
      'payment.account',
    ),
  // The same whether or not the account has cards that its customer added: that is not a stranger's business.
  'payer.no-key-added-card': () =>
    invalid(
      'Account',
      'The account has no card that a public key can use. Add one with POST /account/{id}/method, or use a private key, which can also use cards that the customer added on the account page.',
      'payment.account',
    ),
} satisfies ErrorTable<keyof OrderErrors>
