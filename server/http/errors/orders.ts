import type { Money } from '../../model/card/service'
import type { ErrorCodes, OrderErrors } from '../../model/error-codes'
import { toMajorText } from '../../model/money/money'
import { conflict, type ErrorTable, forbidden, invalid } from './table'

const moneyText = ({ amount, currency }: Money) => `${toMajorText(amount, currency)} ${currency}`

const done = { charge: 'charged', cancel: 'cancelled', refund: 'refunded' } as const

const nothingLeft = ({ event, amounts }: ErrorCodes['order.nothing-left']): string =>
  `Nothing of this order can be ${done[event]} now. It is ${amounts
    .map(({ state, money }) => `${moneyText(money)} ${state}`)
    .join(', ')}.`

export const orderErrors = {
  'order.changed': () =>
    conflict(
      'Order',
      'The order has changed meanwhile, and nothing was done. Look at it again and confirm again.',
    ),
  'order.price-changed': () =>
    conflict(
      'Order',
      'The order would cost another amount than the confirmed one, and nothing was done. Confirm again.',
    ),
  'order.nothing-left': (params) => invalid('Event', nothingLeft(params), { property: 'type' }),
  'order.operation-running': ({ event }) =>
    invalid(
      'Event',
      `Nothing of this order can be ${done[event]} now. An operation on all of it is running; wait for its event.`,
      { property: 'type' },
    ),
  'order.payment-running': () =>
    invalid('Event', 'A payment of this order is running; wait for its event.', { property: 'type' }),
  'order.overcharge': ({ event, left }) =>
    invalid('Event', `At most ${moneyText(left)} can be ${done[event]}.`, { property: 'items' }),
  'order.unpaid-in-part': ({ event }) =>
    invalid(
      'Event',
      `This order is not paid yet: it can only be ${done[event]} as a whole. Leave \`items\` out.`,
      {
        property: 'items',
      },
    ),
  'order.has-lines': () =>
    invalid(
      'Event',
      'This order was created with lines: choose lines and quantities in `items`, not an amount.',
      {
        property: 'items',
      },
    ),
  'order.has-no-lines': () =>
    invalid('Event', 'This order was created with an amount: give an amount in `items`, not lines.', {
      property: 'items',
    }),
  'order.costs-nothing': () =>
    invalid('Item', 'The items cost nothing. Give at least one line with a price above 0.', {
      property: 'items',
    }),
  'order.too-large': ({ most }) =>
    invalid('number', `The order is above ${moneyText(most)}.`, { property: 'items' }),
  'order.too-many-units': ({ most }) =>
    invalid(
      'Item',
      `An order has at most ${most.toLocaleString('en')} whole units. Split it into several orders.`,
      {
        property: 'items',
      },
    ),
  'order.foreign-callback': () =>
    invalid(
      'URL',
      "A public key may only use a callback at a host that the merchant allows. Allow the host in the dashboard's settings, or create the order with the private key.",
      { property: 'callback' },
    ),
  'lines.ambiguous': ({ field }) =>
    invalid('Item', 'The order has several lines. Say which: give name, price, vat or unit.', {
      property: field,
    }),
  'lines.no-match': ({ field }) =>
    invalid('Item', 'No line of the order matches. Give name, price, vat or unit as in the order.', {
      property: field,
    }),
  'lines.fraction': ({ field }) =>
    invalid('Item', 'A fractional quantity cannot be split. Choose all of the line, or whole units.', {
      property: field,
    }),
  'lines.too-few': ({ field, left }) =>
    invalid('Item', `Only ${left} of this line can be acted on. Choose at most that quantity.`, {
      property: field,
    }),
  'amount.too-fine': ({ field, currency }) =>
    invalid('number', `The amount is finer than the minor unit of ${currency}. Round it.`, {
      property: field,
    }),
  'search.amount-too-fine': ({ field, currency, amount }) =>
    invalid('Order', `${amount} has more decimals than ${currency} has. Use fewer decimals.`, {
      property: field,
    }),
  'payer.not-found': () =>
    invalid('Account', 'No such account. Check its id, and that the key belongs to the same merchant.', {
      property: 'payment.account',
    }),
  'payer.not-for-public-key': () =>
    forbidden('This merchant does not let a public key pay by account. Use the private key.'),
  'payer.no-card': () =>
    invalid('Account', 'The account has no card. Add one first: POST /account/{id}/method.', {
      property: 'payment.account',
    }),
  // The same whether or not the account has cards that its customer added: that is not a stranger's business.
  'payer.no-key-added-card': () =>
    invalid(
      'Account',
      'The account has no card that a public key may pay with. Add one with POST /account/{id}/method, or use the private key, which may also use cards that the customer added on the account page.',
      { property: 'payment.account' },
    ),
} satisfies ErrorTable<keyof OrderErrors>
