import * as z from 'zod'
import { callbackTypes, eventTypes } from './callback-types'
import { examples } from './examples'
import { dateTime, id } from './fields'
import { OrderDispute } from './order/dispute'
import { Order } from './order/schemas'
import { Subscription } from './subscription/schemas'

export const CallbackType = z.enum(callbackTypes)
export type CallbackType = z.infer<typeof CallbackType>

export const EventType = z.enum(eventTypes)

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
