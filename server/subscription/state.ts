import type { AccountStatus } from '@/db/schema'
import type { SubscriptionRow } from '../store/subscriptions'

/** The states that subscriptions are filtered by. One whose payment is being retried is also in another state. */
export const subscriptionStatuses = ['active', 'retrying', 'suspended', 'ended'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** Returns the states of a subscription. `retried`: a payment of it has failed and is being retried. */
export function statesOf(
  { ended }: Pick<SubscriptionRow, 'ended'>,
  account: { status: AccountStatus },
  retried: boolean,
): SubscriptionStatus[] {
  const lifecycle = ended !== null ? 'ended' : account.status === 'suspended' ? 'suspended' : 'active'
  return retried ? ['retrying', lifecycle] : [lifecycle]
}
