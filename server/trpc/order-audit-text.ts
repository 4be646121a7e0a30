import * as z from 'zod'
import { sumPerCurrency } from '../model/money/sum-per-currency'
import { participleOf } from '../model/order/event-words'
import { givenReasons } from '../model/order/reasons'
import { sentence, theSubject } from './audit-text'

const reasonPhrases = {
  requested: ', requested by the customer',
  duplicate: ' as a duplicate',
  fraud: ' because of fraud',
  other: '',
} as const
const Kind = z.enum(['charge', 'cancel', 'refund'])

export const operated = sentence(
  `changed ${theSubject}`,
  z.object({
    after: z.object({
      event: z.object({ type: Kind, reason: z.enum(givenReasons).optional() }),
      amount: z.string().optional(),
      currency: z.string().optional(),
      isAccepted: z.boolean().optional(),
    }),
  }),
  ({ after: { event, amount, currency, isAccepted } }, { money }) => {
    // An operation whose outcome was not known had no amount yet.
    if (amount === undefined || currency === undefined) return `asked to ${event.type} ${theSubject}`
    const later = isAccepted ? '; the card service reports the outcome later' : ''
    const why = event.reason ? reasonPhrases[event.reason] : ''
    return `${participleOf[event.type]} ${money(amount, currency)} of ${theSubject}${why}${later}`
  },
)

/** What was recorded of several orders that were changed at once. Earlier versions recorded no currency. */
export const ManyOrders = z.object({
  after: z.object({
    type: Kind,
    orders: z.array(
      z.object({
        id: z.string(),
        amount: z.string().optional(),
        currency: z.string().optional(),
        refusal: z.object({ isOpen: z.boolean().optional() }).optional(),
      }),
    ),
  }),
})

export const operatedMany = sentence('changed several orders', ManyOrders, ({ after }, { money }) => {
  const { type, orders } = after
  const done = orders.filter(({ amount }) => amount !== undefined).length
  const open = orders.filter(({ refusal }) => refusal?.isOpen).length
  const failed = orders.length - done - open
  const moved = orders.flatMap(({ amount, currency }) =>
    amount !== undefined && currency !== undefined ? [{ amount: BigInt(amount), currency }] : [],
  )
  const sums = sumPerCurrency(moved).map(({ amount, currency }) => money(`${amount}`, currency))
  const sum = sums.length > 0 ? `, ${sums.join(' and ')}` : ''
  const others = `${failed > 0 ? `; ${failed} could not be` : ''}${open > 0 ? `; the outcome of ${open} was not known yet` : ''}`
  return `${participleOf[type]} ${done === 1 ? '1 order' : `${done} orders`}${sum}${others}`
})
