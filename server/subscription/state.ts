import type { AccountStatus } from '@/db/schema'
import type { SubscriptionRow } from '../store/subscriptions'

/** What subscriptions are looked for by. One whose payment is retried is also one of the others. */
export const subscriptionStatuses = ['active', 'retrying', 'suspended', 'ended'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** The states of a subscription in words; `retried`: whether a payment of it has failed and is tried again. */
export function statesOf(
  { ended }: Pick<SubscriptionRow, 'ended'>,
  account: { status: AccountStatus },
  retried: boolean,
): SubscriptionStatus[] {
  const lifecycle = ended !== null ? 'ended' : account.status === 'suspended' ? 'suspended' : 'active'
  return retried ? ['retrying', lifecycle] : [lifecycle]
}
