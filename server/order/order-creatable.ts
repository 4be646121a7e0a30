import * as z from 'zod'
import { callbackUrl } from '../core/callback-url'
import { Client } from '../model/card/schemas'
import { currency, text } from '../model/fields'
import { Metadata } from '../model/metadata'
import { Items } from '../model/order/schemas'

/** An order as it is requested. */
export const OrderCreatable = z
  .strictObject({
    number: text().optional().meta({ description: "The caller's order identifier", example: '2026-0001' }),
    items: Items,
    currency: currency(),
    payment: z.discriminatedUnion(
      'type',
      [
        z.strictObject({
          type: z.literal('account'),
          account: z.string().max(500).meta({ description: 'Id of the account whose default card pays' }),
          client: Client.optional(),
        }),
        z.strictObject({
          type: z.literal('card'),
          card: z.string().min(1).max(4000).meta({ description: 'One-time card token' }),
          client: Client.optional(),
        }),
      ],
      {
        error: ({ code }: { code: string }) =>
          code === 'invalid_type' ? 'must be an object with type "account" or "card"' : undefined,
      },
    ),
    callback: callbackUrl().optional().meta({
      description:
        'Address that receives every event of the order: a public address, with a public key only at a host that the merchant allows',
    }),
    metadata: Metadata.optional(),
  })
  .meta({ id: 'OrderCreatable' })
export type OrderCreatable = z.infer<typeof OrderCreatable>
