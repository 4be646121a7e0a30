import * as z from 'zod'
import { callbackUrl } from '../core/callback-url'
import { EventType } from '../model/callback'
import { url } from '../model/fields'

/** An address to send callbacks to. */
export const CallbackAddress = z.strictObject({
  url: callbackUrl().meta({ example: 'https://shop.example/callbacks' }),
})

/** A saved address: it can be removed whatever addresses are allowed now. */
export const SavedAddress = z.strictObject({ url: url() })

/** The events that an address gets; null for every event, also those that are added to Kassa later. */
export const AddressTypes = SavedAddress.extend({
  types: z.array(EventType).min(1).max(EventType.options.length).nullable(),
})
export type CallbackAddress = z.infer<typeof CallbackAddress>

/** How a signing secret is rolled. */
export const SecretRoll = z.strictObject({
  overlap: z
    .number()
    .min(0)
    .max(30 * 24)
    .default(24)
    .meta({ description: 'For how many hours the old secret also signs' }),
})
export type SecretRoll = z.infer<typeof SecretRoll>
