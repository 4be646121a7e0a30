import * as z from 'zod'
import { Subscription } from '@/server/model/subscription/schemas'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'
import { created, ok } from '@/server/rest/responses'
import { allSubscriptions } from '@/server/rest/subscriptions'
import { listSubscriptions } from '@/server/subscription/account-subscriptions'
import { createSubscription } from '@/server/subscription/create-subscription'
import { SubscriptionCreatable } from '@/server/subscription/schemas'

const path = '/account/{accountId}/subscription'
const tag = 'Subscriptions'
const description = 'All subscriptions of the account, oldest first'

export const POST = endpoint(
  {
    method: 'POST',
    path,
    id: 'createSubscription',
    tag,
    summary: 'Create a subscription',
    description: 'The first due date is the first date of the schedule on or after the start.',
    keys: ['private'],
    body: SubscriptionCreatable,
    examples: {
      'At the end of every quarter': {
        number: 'S-1',
        items: 249,
        currency: 'SEK',
        schedule: { frequency: 'quarterly', offset: [2, -1] },
      },
      'Lines, every month on the day it starts, until a date': {
        items: [{ name: 'Coffee', quantity: 2, unit: 'bag', price: 79.2, vat: 12 }],
        currency: 'SEK',
        schedule: 'monthly',
        start: '2030-01-31',
        end: '2031-01-31',
      },
    },
    responses: created(z.array(Subscription), description),
    errors: ['not found'],
  },
  ({ context, params, body }) =>
    allSubscriptions(
      context,
      createSubscription(context, { accountId: param(params, 'accountId'), subscription: body }),
    ),
)

export const GET = endpoint(
  {
    method: 'GET',
    path,
    id: 'listSubscriptions',
    tag,
    summary: 'List the subscriptions of an account',
    keys: ['private', 'account'],
    responses: ok(z.array(Subscription), description),
    errors: ['not found'],
  },
  ({ context, params }) => allSubscriptions(context, listSubscriptions(context, param(params, 'accountId'))),
)
