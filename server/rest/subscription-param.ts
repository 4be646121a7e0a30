import type { SubscriptionRef } from '../store/subscriptions'
import { param } from './endpoint'

/** Returns the subscription that a path names by `{accountId}` and `{subscriptionId}`. */
export const subscriptionParam = (params: Record<string, string>): SubscriptionRef => ({
  accountId: param(params, 'accountId'),
  id: param(params, 'subscriptionId'),
})
