import { replaceMetadata } from '@/server/annotation/metadata'
import { Metadata } from '@/server/model/metadata'
import { endpoint } from '@/server/rest/handle'
import { ok } from '@/server/rest/responses'
import { subscriptionParam } from '@/server/rest/subscriptions'

export const PUT = endpoint(
  {
    method: 'PUT',
    path: '/account/{accountId}/subscription/{subscriptionId}/metadata',
    id: 'replaceSubscriptionMetadata',
    tag: 'Subscriptions',
    summary: 'Replace the metadata of a subscription',
    description: 'Replaces all names and values; `{}` deletes them. Orders that exist already keep theirs.',
    keys: ['private'],
    body: Metadata,
    responses: ok(Metadata, 'The stored metadata'),
    errors: ['not found'],
  },
  async ({ context, params, body }) => {
    await replaceMetadata(context, { subscription: subscriptionParam(params) }, { metadata: body })
    return { body }
  },
)
