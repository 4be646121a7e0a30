import * as z from 'zod'
import { tokeniseCard } from '@/server/card/tokenise-card'
import { Card, CardCreatable, CardReference } from '@/server/model/card/schemas'
import { endpoint } from '@/server/rest/handle'
import { created } from '@/server/rest/responses'

export const POST = endpoint(
  {
    method: 'POST',
    path: '/card',
    id: 'tokeniseCard',
    tag: 'Cards',
    summary: 'Tokenise a card',
    description:
      'Takes a test card, or the reference of a card that was entered in the fields of the merchant’s card service. With a private ' +
      'key, it can also be a card that another system has stored at the card service. The token can be used once, within 60 minutes. ' +
      'Public and account keys can create a limited number per minute for each source address, key and merchant. Beyond it the ' +
      'response is 429 with `Retry-After`.',
    keys: ['public', 'private', 'account'],
    body: z.union([CardCreatable, CardReference]),
    responses: created(Card, 'The card and its one-time token'),
    errors: ['invalid content', 'too many requests', 'backend failure', 'backend timeout'],
  },
  async ({ context, body }) => ({ body: await tokeniseCard(context, body) }),
)
