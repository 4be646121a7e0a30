import { z } from 'zod'
import { Subscription } from '@/server/model/subscription/schemas'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'
import { ok } from '@/server/rest/responses'
import { subscriptionResponse } from '@/server/store/subscription-response'
import { changeSubscription, replaceSubscription } from '@/server/subscription/change-subscription'
import { endSubscription } from '@/server/subscription/end-subscription'
import { SubscriptionChange, SubscriptionCreatable } from '@/server/subscription/schemas'

const common = {
  path: '/account/{accountId}/subscription/{subscriptionId}',
  tag: 'Subscriptions',
  responses: ok(z.array(Subscription), 'All subscriptions of the account, oldest first'),
  errors: ['not found'],
} as const

const ids = (params: Record<string, string>) => ({
  accountId: param(params, 'accountId'),
  id: param(params, 'subscriptionId'),
})

export const PUT = endpoint(
  {
    ...common,
    method: 'PUT',
    id: 'replaceSubscription',
    summary: 'Replace a subscription',
    description: 'All but its id. A due date to come is calculated anew; without a start it keeps its own.',
    keys: ['private'],
    body: SubscriptionCreatable,
  },
  async ({ context, params, body }) => ({
    body: (await replaceSubscription(context, { ...ids(params), subscription: body })).map(
      subscriptionResponse,
    ),
  }),
)

export const PATCH = endpoint(
  {
    ...common,
    method: 'PATCH',
    id: 'changeSubscription',
    summary: 'Change a subscription',
    description:
      'Only what is present. A due date to come is calculated anew. Set `end` to end it on a date.',
    keys: ['private'],
    body: SubscriptionChange,
  },
  async ({ context, params, body }) => ({
    body: (await changeSubscription(context, { ...ids(params), change: body })).map(subscriptionResponse),
  }),
)

export const DELETE = endpoint(
  {
    ...common,
    method: 'DELETE',
    id: 'endSubscription',
    summary: 'End a subscription now',
    description: 'A due date to come goes, and the end is today.',
    keys: ['private', 'account'],
  },
  async ({ context, params }) => ({
    body: (await endSubscription(context, ids(params))).map(subscriptionResponse),
  }),
)
