import * as z from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { Callback } from '../model/callback'
import { examples } from '../model/examples'

const headers = z.object({
  'webhook-id': z.string().meta({
    description: 'Id of the callback, the same for every attempt. Use it to detect duplicates',
    example: 'tRkWmZpLqXvNcBdF',
  }),
  'webhook-timestamp': z.string().meta({
    description: 'Time of this attempt, in seconds since 1970',
    example: '1774965780',
  }),
  'webhook-signature': z.string().meta({
    description:
      'Signature over the id, the timestamp and the raw body, according to Standard Webhooks; one per active secret, ' +
      'separated by spaces',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  }),
})

/** Describes callbacks as OpenAPI webhooks. */
export const webhooks: ZodOpenApiPathsObject = {
  callback: {
    post: {
      operationId: 'callback',
      summary: 'Event callback',
      description:
        "Sent to the `callback` of an order or subscription, and to the merchant's own addresses. It is repeated until " +
        'a response with a status from 200 to 299 arrives within 10 seconds, for up to three days.',
      security: [],
      requestParams: { header: headers },
      requestBody: {
        required: true,
        content: { 'application/json': { schema: Callback, example: examples.callback } },
      },
      responses: {
        '2XX': {
          description:
            'The callback was received and is not sent again. The body of the response is ignored.',
        },
      },
    },
  },
}
