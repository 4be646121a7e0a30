import * as z from 'zod'
import { Subscription } from '@/server/model/subscription/schemas'
import { endpoint } from '@/server/rest/handle'
import { ok } from '@/server/rest/responses'
import { allSubscriptions, subscriptionParam } from '@/server/rest/subscriptions'
import { planChange, withdrawPlan } from '@/server/subscription/plan-change'
import { SubscriptionPlan } from '@/server/subscription/schemas'

const common = {
  path: '/account/{accountId}/subscription/{subscriptionId}/plan',
  tag: 'Subscriptions',
  keys: ['private'],
  responses: ok(z.array(Subscription), 'All subscriptions of the account, oldest first'),
  errors: ['not found'],
} as const

export const PUT = endpoint(
  {
    ...common,
    method: 'PUT',
    id: 'planSubscriptionChange',
    summary: 'Plan a change',
    description:
      'Changes the items, currency or schedule from a later day on. Due dates before that day keep the old terms, and nothing is prorated. The subscription shows the change as `planned` until then. A plan replaces the one before it, and needs at least one of `items`, `currency` and `schedule`.',
    body: SubscriptionPlan,
    examples: {
      'New price from the next due date, with an e-mail to the customer': { items: 299, notify: true },
      'New price from a day on': { from: '2030-01-01', items: 299 },
    },
  },
  ({ context, params, body }) =>
    allSubscriptions(context, planChange(context, { ...subscriptionParam(params), plan: body })),
)

export const DELETE = endpoint(
  {
    ...common,
    method: 'DELETE',
    id: 'withdrawSubscriptionChange',
    summary: 'Withdraw a planned change',
    description: 'The subscription keeps its terms. Does nothing if no change is planned.',
  },
  ({ context, params }) => allSubscriptions(context, withdrawPlan(context, subscriptionParam(params))),
)
