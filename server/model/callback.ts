import { z } from 'zod'
import { examples } from './examples'
import { dateTime, id } from './fields'
import { OrderDispute } from './order/dispute'
import { Order } from './order/schemas'
import { Subscription } from './subscription/schemas'

/** What a callback is about. */
const callbackTypes = [
  'order.created',
  'order.charged',
  'order.cancelled',
  'order.refunded',
  'order.accepted',
  'order.failed',
  'order.expiring',
  'dispute.opened',
  'dispute.won',
  'dispute.lost',
  'subscription.ended',
  'test',
] as const
export const CallbackType = z.enum(callbackTypes)
export type CallbackType = z.infer<typeof CallbackType>

/** The body of a callback. */
export const Callback = z
  .strictObject({
    type: CallbackType,
    timestamp: dateTime().meta({ description: 'When it happened' }),
    data: z.strictObject({
      order: Order.optional(),
      dispute: OrderDispute.optional(),
      subscription: Subscription.extend({ account: id('account') })
        .optional()
        .meta({ description: 'A subscription and its account' }),
    }),
  })
  .meta({ id: 'Callback', description: 'The body of a callback', example: examples.callback })
export type Callback = z.infer<typeof Callback>
