import type { Day } from '@/server/model/calendar'
import { termsOn } from '@/server/model/subscription/planned-change'
import type { MethodRow } from '@/server/store/accounts'
import type { SubscriptionRow } from '@/server/store/subscriptions'
import { hasExpired } from './words'

/** The next payment: one subscription, or several that are due on the same day. */
export interface NextPayment {
  day: Day
  /** In minor units, by currency. */
  sums: Map<string, bigint>
}

export function nextPayment(subscriptions: readonly SubscriptionRow[]): NextPayment | undefined {
  const day = subscriptions
    .flatMap(({ due }) => due ?? [])
    .sort()
    .at(0)
  if (day === undefined) return undefined
  const sums = new Map<string, bigint>()
  for (const subscription of subscriptions) {
    const { amount, currency } = termsOn(subscription, day)
    if (subscription.due === day) sums.set(currency, (sums.get(currency) ?? 0n) + amount)
  }
  return { day, sums }
}

/** Returns why a payment cannot be charged: no card, or one that has expired or will have by then. */
export function cardTrouble(
  card: Pick<MethodRow, 'expires'> | undefined,
  { due, today }: { due: Day; today: Day },
): 'none' | 'expired' | 'expires' | undefined {
  if (!card) return 'none'
  if (hasExpired(card.expires, today)) return 'expired'
  return hasExpired(card.expires, due) ? 'expires' : undefined
}
