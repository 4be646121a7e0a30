import { z } from 'zod'
import { Subscription } from '@/server/model/subscription/schemas'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'
import { created, ok } from '@/server/rest/responses'
import { subscriptionResponse } from '@/server/store/subscription-response'
import { listSubscriptions } from '@/server/subscription/account-subscriptions'
import { createSubscription } from '@/server/subscription/create-subscription'
import { SubscriptionCreatable } from '@/server/subscription/schemas'

const path = '/account/{accountId}/subscription'
const tag = 'Subscriptions'
const answer = 'All subscriptions of the account, oldest first'

export const POST = endpoint(
  {
    method: 'POST',
    path,
    id: 'createSubscription',
    tag,
    summary: 'Add a subscription',
    description: 'Its first due date is the first of its schedule on or after its start.',
    keys: ['private'],
    body: SubscriptionCreatable,
    responses: created(z.array(Subscription), answer),
    errors: ['not found'],
  },
  async ({ context, params, body }) => ({
    body: (
      await createSubscription(context, { accountId: param(params, 'accountId'), subscription: body })
    ).map(subscriptionResponse),
  }),
)

export const GET = endpoint(
  {
    method: 'GET',
    path,
    id: 'listSubscriptions',
    tag,
    summary: 'List the subscriptions of an account',
    keys: ['private', 'account'],
    responses: ok(z.array(Subscription), answer),
    errors: ['not found'],
  },
  async ({ context, params }) => ({
    body: (await listSubscriptions(context, param(params, 'accountId'))).map(subscriptionResponse),
  }),
)
