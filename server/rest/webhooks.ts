import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { Callback } from '../model/callback'
import { samples } from './examples/responses'

const headers = z.object({
  'webhook-id': z.string().meta({
    description: 'Id of the callback, the same at each attempt: what came twice is known by it',
    example: 'tRkWmZpLqXvNcBdF',
  }),
  'webhook-timestamp': z.string().meta({
    description: 'When this attempt was made: seconds since 1970',
    example: '1774965780',
  }),
  'webhook-signature': z.string().meta({
    description:
      'As Standard Webhooks has it: a signature by each secret in force, with spaces between them, of ' +
      '`webhook-id`, `webhook-timestamp` and the body as it came',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  }),
})

/** Describes callbacks as OpenAPI webhooks. */
export const webhooks: ZodOpenApiPathsObject = {
  callback: {
    post: {
      operationId: 'callback',
      summary: 'Something happened',
      description:
        "Sent to the `callback` of an order or subscription, and to the merchant's own addresses. It is repeated for " +
        'three days until it is answered with a status from 200 to 299 within 10 seconds.',
      security: [],
      requestParams: { header: headers },
      requestBody: {
        required: true,
        content: { 'application/json': { schema: Callback, example: samples.Callback } },
      },
      responses: {
        '2XX': {
          description: 'It was received, and is not sent again. What is in the answer does not matter.',
        },
      },
    },
  },
}
