import type { Context } from '../core/context'
import type { EndpointResponse } from '../http/respond'
import { subscriptionResponse } from '../store/subscription-response'
import type { SubscriptionRef, SubscriptionRow } from '../store/subscriptions'
import { param } from './endpoint'

/** Returns the subscription that a path names by `{accountId}` and `{subscriptionId}`. */
export const subscriptionParam = (params: Record<string, string>): SubscriptionRef => ({
  accountId: param(params, 'accountId'),
  id: param(params, 'subscriptionId'),
})

/** Responds with the subscriptions of an account. */
export const allSubscriptions = async (
  { actor }: Context,
  rows: Promise<SubscriptionRow[]>,
): Promise<EndpointResponse> => ({ body: (await rows).map((row) => subscriptionResponse(row, actor)) })
