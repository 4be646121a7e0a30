import { z } from 'zod'
import { Order } from '../order/schemas'
import { callbackUrl, dateTime, id, url } from '../schema/fields'
import { Subscription } from '../subscription/schemas'

/** What a callback tells. */
const callbackTypes = [
  'order.created',
  'order.charged',
  'order.cancelled',
  'order.refunded',
  'order.failed',
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
      subscription: Subscription.extend({ account: id('account') })
        .optional()
        .meta({ description: 'With the account that it is on' }),
    }),
  })
  .meta({ id: 'Callback', description: 'What a callback address is sent' })
export type Callback = z.infer<typeof Callback>

/** An address to send callbacks to. */
export const CallbackAddress = z.strictObject({
  url: callbackUrl().meta({ example: 'https://shop.example/callbacks' }),
})

/** An address that is saved already: it can be removed whatever addresses are allowed now. */
export const SavedAddress = z.strictObject({ url: url() })
export type CallbackAddress = z.infer<typeof CallbackAddress>

/** How a signing secret is rolled. */
export const SecretRoll = z.strictObject({
  overlap: z
    .number()
    .min(0)
    .max(30 * 24)
    .default(24)
    .meta({ description: 'For how many hours the old secret signs as well' }),
})
export type SecretRoll = z.infer<typeof SecretRoll>
