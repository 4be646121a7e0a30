import * as z from 'zod'
import { cardFields } from '../card/schemas'
import { ErrorContent } from '../error-object'
import { examples } from '../examples'
import { amount, currency, date, dateTime, decimal, id, text, url } from '../fields'
import { Metadata } from '../metadata'
import { eventReasons, givenReasons } from './reasons'

/** The states that an amount or a unit of a line can have, in display order. */
export const states = ['ordered', 'pending', 'charged', 'refunded', 'cancelled', 'denied'] as const
export const State = z.enum(states).meta({ id: 'State', description: 'State of an amount or of a unit' })
export type State = z.infer<typeof State>

const itemFields = {
  name: text().optional().meta({ example: 'Coffee' }),
  quantity: decimal(1_000_000).positive().optional().meta({ description: 'Defaults to 1', example: 2 }),
  unit: text().optional().meta({ example: 'kg' }),
  vat: decimal(100)
    .min(0)
    .optional()
    .meta({ description: 'Percent, added to the price; defaults to 0', example: 25 }),
}

const price = () =>
  decimal(999_999_999_999)
    .min(0)
    .meta({ description: 'Per unit, excluding VAT, in the major unit; at most six decimals', example: 79.2 })

export const Item = z
  .strictObject({ ...itemFields, price: price() })
  .meta({ id: 'Item', description: 'A line' })
export type Item = z.infer<typeof Item>

/** Selects lines by any of name, price, vat and unit. */
export const ItemChoice = z
  .strictObject({
    ...itemFields,
    quantity: itemFields.quantity.meta({
      description: 'Number of units; a line of 1.5 kg is one unit. Defaults to 1',
      example: 1,
    }),
    vat: itemFields.vat.meta({ description: 'Percent, as in the order', example: 25 }),
    price: price().optional(),
  })
  .meta({
    id: 'ItemChoice',
    description: 'Units of a line, found by those of name, price, vat and unit that are given',
    example: { name: 'Coffee', quantity: 1 },
  })
export type ItemChoice = z.infer<typeof ItemChoice>

/** What an order or a subscription consists of: an amount, a line, or lines. */
export const Items = z
  .union([amount(), Item, z.array(Item).min(1).max(500)])
  .meta({ description: 'The whole amount, a line, or several lines' })
export type Items = z.infer<typeof Items>

export const EventItems = z
  .union([amount(), ItemChoice, z.array(ItemChoice).min(1).max(500)])
  .meta({ description: 'The amount, or the lines and quantities; if omitted, everything that is available' })
export type EventItems = z.infer<typeof EventItems>

export const EventCreatable = z
  .strictObject({
    type: z.enum(['charge', 'cancel', 'refund']),
    items: EventItems.optional(),
    reason: z.enum(givenReasons).optional().meta({
      description:
        'Why it is cancelled or refunded: the customer requested it, it was a duplicate, fraud, or another reason. Returned with the event, and passed on to the card service if it takes one',
    }),
  })
  .refine(({ type, reason }) => type !== 'charge' || reason === undefined, {
    path: ['reason'],
    error: 'is for cancellations and refunds only',
  })
  .meta({ id: 'EventCreatable', description: 'A charge, cancellation or refund to apply' })
export type EventCreatable = z.infer<typeof EventCreatable>

export const Event = z
  .strictObject({
    type: z.enum(['order', 'charge', 'cancel', 'refund', 'accept', 'fail']).meta({
      description:
        '`accept`: the card service has accepted the operation in `original`, and nothing has moved yet. Its outcome follows as another event with the same `reference`: hours or days later, as the operation itself or as `fail`',
    }),
    date: dateTime(),
    sequence: z.int().min(1).meta({
      description:
        '1, 2, 3 … within the order. If a callback skips a number, `event` still has the complete history',
      example: 1,
    }),
    items: EventItems.optional(),
    reference: z.uuid().optional().meta({ description: 'The operation at the card service' }),
    reason: z.enum(eventReasons).optional().meta({
      description:
        'Why it happened without a request: the authorisation expired, a charge released the rest of it, or it was done at the card service, for example in its dashboard. Or the reason given for a cancellation or refund: the customer requested it, it was a duplicate, fraud, or another reason',
    }),
    original: z
      .enum(['charge', 'cancel', 'refund'])
      .optional()
      .meta({ description: 'For `accept` and `fail`: the requested event' }),
    error: ErrorContent.optional().meta({
      description: 'Of a `fail`: why, as an error object. `content.details.code` is the code of a decline',
    }),
  })
  .meta({ id: 'Event', description: 'A change to an order', example: examples.event })
export type Event = z.infer<typeof Event>

const statuses = z.array(State).min(1)

const OrderLine = z.strictObject({ ...itemFields, price: price(), status: statuses }).meta({
  id: 'OrderLine',
  description: 'A line, with the state of each of its units',
  example: { name: 'Coffee', quantity: 2, unit: 'bag', price: 79.2, vat: 12, status: ['charged', 'ordered'] },
})

const OrderShare = z.strictObject({ price: amount(), status: statuses }).meta({
  id: 'OrderShare',
  description: 'A share of the amount, with its state',
  example: { price: 40, status: ['charged'] },
})

const paymentStatuses = ['created', 'ordered', 'cancelled', 'expired'] as const

export const Payment = z
  .strictObject({
    reference: z.uuid(),
    account: id('account').optional(),
    type: z.literal('card'),
    status: z.enum(paymentStatuses).meta({
      description:
        '`created` while the order is authorised or charged, also after a refund; `expired` when the authorisation lapsed before anything was charged; `cancelled` when all of it was cancelled otherwise. `ordered` is not used. What was charged and refunded is in the `status` of the order',
      example: 'created',
    }),
    ...z.strictObject(cardFields).partial().shape,
    amount: amount(),
    currency: currency(),
    service: z.string().meta({ description: 'Name of the card service', example: 'test' }),
    card: z.string().optional().meta({
      description:
        'Signed token of the card that was used. Absent, like the other card properties, if the account has no card',
    }),
    created: dateTime(),
  })
  .meta({ id: 'Payment', example: examples.payment })
export type Payment = z.infer<typeof Payment>

export const Order = z
  .strictObject({
    id: id('order'),
    number: text().optional(),
    items: z.union([OrderShare, OrderLine, z.array(OrderShare), z.array(OrderLine)]).meta({
      description:
        'The amount with its state, or one entry for each state; or the line or lines of the order',
    }),
    currency: currency(),
    created: dateTime(),
    payment: Payment,
    event: z.array(Event).meta({ description: 'The history of the order, oldest event first' }),
    status: z.partialRecord(State, amount()).meta({
      description: 'How much is in each state; the amounts add up to the amount of the order',
      example: { ordered: 60, charged: 40 },
    }),
    limits: z
      .strictObject({
        charge: z.enum(['once', 'in full']).optional().meta({
          description:
            '`once`: it can be charged once, and if that charge is partial, the card service releases the rest. `in full`: what is left cannot be charged in parts',
        }),
        cancel: z.literal('in full').optional().meta({ description: '`in full`: not in parts' }),
        step: amount().optional().meta({
          description: 'Charges, refunds and cancellations must be multiples of this amount',
          example: 0.01,
        }),
      })
      .optional()
      .meta({
        description: 'What the card service cannot do with this order. Absent if it can do everything',
      }),
    authorisedUntil: dateTime().optional().meta({
      description: 'When the authorisation expires. Absent if it does not, or nothing is left to charge',
    }),
    callback: url()
      .optional()
      .meta({ description: 'Where callbacks of this order go. Account keys do not see it' }),
    metadata: Metadata.optional(),
    subscription: z
      .string()
      .optional()
      .meta({ description: 'Id of the subscription that the order bills, 4 letters', example: 'kGhT' }),
    due: date().optional().meta({ description: 'For a subscription: the due date that the order bills' }),
    retry: date().optional().meta({ description: 'For a failed payment: the date of the next retry' }),
  })
  .meta({ id: 'Order', example: examples.order })
export type Order = z.infer<typeof Order>

/** For all orders of one request together: each event calls the card service, and the caller waits for all of them. */
const maxEvents = 2000

export const OrderChanges = z
  .array(
    z.strictObject({
      id: z.string().max(500).meta({ description: 'Id of the order' }),
      event: z.array(EventCreatable).min(1).max(100),
    }),
  )
  .max(1000)
  .refine((changes) => changes.reduce((sum, { event }) => sum + event.length, 0) <= maxEvents, {
    error: `has more than ${maxEvents.toLocaleString('en')} events in total. Send fewer`,
  })
  .meta({ id: 'OrderChanges', description: 'Events to apply to several orders, independently' })
export type OrderChanges = z.infer<typeof OrderChanges>

export const OrderOutcome = z
  .strictObject({
    id: z.string(),
    event: z.array(Event).meta({ description: 'The recorded events' }),
    error: ErrorContent.optional().meta({
      description: 'Why the next event failed; later ones were not attempted',
    }),
  })
  .meta({
    id: 'OrderOutcome',
    description: 'The outcome for one order',
    example: { id: examples.order.id, event: [examples.event] },
  })
