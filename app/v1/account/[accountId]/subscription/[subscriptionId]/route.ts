import * as z from 'zod'
import { Subscription } from '@/server/model/subscription/schemas'
import { endpoint } from '@/server/rest/handle'
import { ok } from '@/server/rest/responses'
import { allSubscriptions, subscriptionParam } from '@/server/rest/subscriptions'
import { changeSubscription, replaceSubscription } from '@/server/subscription/change-subscription'
import { endSubscription } from '@/server/subscription/end-subscription'
import { SubscriptionChange, SubscriptionReplacement } from '@/server/subscription/schemas'

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
      'Replaces everything except the id, and withdraws a planned change. The next due date is recalculated. Without `start`, the current one is kept. Without `end`, an end that the customer asked for is kept; a PATCH with `end` null removes it.',
    keys: ['private'],
    body: SubscriptionReplacement,
    examples: {
      'New price and schedule': {
        items: 299,
        currency: 'SEK',
        schedule: { frequency: 'monthly', offset: -1 },
      },
    },
  },
  ({ context, params, body }) =>
    allSubscriptions(
      context,
      replaceSubscription(context, { ...subscriptionParam(params), subscription: body }),
    ),
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
  ({ context, params, body }) =>
    allSubscriptions(context, changeSubscription(context, { ...subscriptionParam(params), change: body })),
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
  ({ context, params }) => allSubscriptions(context, endSubscription(context, subscriptionParam(params))),
)
