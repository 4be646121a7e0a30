import { z } from 'zod'
import { Subscription } from '@/server/model/subscription/schemas'
import { endpoint } from '@/server/rest/handle'
import { ok } from '@/server/rest/responses'
import { subscriptionParam } from '@/server/rest/subscription-param'
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

export const PUT = endpoint(
  {
    ...common,
    method: 'PUT',
    id: 'replaceSubscription',
    summary: 'Replace a subscription',
    description:
      'Replaces everything except the id. The next due date is recalculated. Without `start`, the current one is kept.',
    keys: ['private'],
    body: SubscriptionCreatable,
    examples: {
      'New price and schedule': {
        items: 299,
        currency: 'SEK',
        schedule: { frequency: 'monthly', offset: -1 },
      },
    },
  },
  async ({ context, params, body }) => ({
    body: (await replaceSubscription(context, { ...subscriptionParam(params), subscription: body })).map(
      (row) => subscriptionResponse(row, context.actor),
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
      'Changes only the given properties. The next due date is recalculated. Set `end` to end it on a date.',
    keys: ['private'],
    body: SubscriptionChange,
    examples: { 'New price': { items: 299 }, 'End date': { end: '2030-12-31' } },
  },
  async ({ context, params, body }) => ({
    body: (await changeSubscription(context, { ...subscriptionParam(params), change: body })).map((row) =>
      subscriptionResponse(row, context.actor),
    ),
  }),
)

export const DELETE = endpoint(
  {
    ...common,
    method: 'DELETE',
    id: 'endSubscription',
    summary: 'End a subscription now',
    description: 'Removes the next due date and sets the end to today.',
    keys: ['private', 'account'],
  },
  async ({ context, params }) => ({
    body: (await endSubscription(context, subscriptionParam(params))).map((row) =>
      subscriptionResponse(row, context.actor),
    ),
  }),
)
