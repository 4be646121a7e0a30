import * as z from 'zod'
import { PreviewQuery, Upcoming } from '@/server/model/subscription/schemas'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'
import { ok } from '@/server/rest/responses'
import { previewSubscription } from '@/server/subscription/account-subscriptions'

export const GET = endpoint(
  {
    method: 'GET',
    path: '/account/{accountId}/subscription/{subscriptionId}/preview',
    id: 'previewSubscription',
    tag: 'Subscriptions',
    summary: 'Preview upcoming dates',
    description: 'The next due dates and the amount of each.',
    keys: ['private', 'account'],
    query: PreviewQuery,
    responses: ok(z.array(Upcoming), 'Upcoming dates, the next one first'),
    errors: ['not found'],
  },
  async ({ context, params, query }) => ({
    body: await previewSubscription(context, {
      accountId: param(params, 'accountId'),
      id: param(params, 'subscriptionId'),
      count: query.count,
    }),
  }),
)
