import { z } from 'zod'
import { callbackUrl } from '../core/callback-url'
import { url } from '../model/fields'

/** An address to send callbacks to. */
export const CallbackAddress = z.strictObject({
  url: callbackUrl().meta({ example: 'https://shop.example/callbacks' }),
})

/** A saved address: it can be removed whatever addresses are allowed now. */
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
