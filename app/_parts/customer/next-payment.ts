import type { Day } from '@/server/model/calendar'
import type { Money } from '@/server/model/money/money'
import { sumPerCurrency } from '@/server/model/money/sum-per-currency'
import { termsOn } from '@/server/model/subscription/planned-change'
import type { MethodRow } from '@/server/store/accounts'
import type { SubscriptionRow } from '@/server/store/subscriptions'
import { hasExpired } from './words'

/** The next payment: one subscription, or several that are due on the same day. */
export interface NextPayment {
  day: Day
  /** By currency. */
  sums: Money[]
}

export function nextPayment(subscriptions: readonly SubscriptionRow[]): NextPayment | undefined {
  const day = subscriptions
    .flatMap(({ due }) => due ?? [])
    .sort()
    .at(0)
  if (day === undefined) return undefined
  const due = subscriptions.filter((subscription) => subscription.due === day)
  return { day, sums: sumPerCurrency(due.map((subscription) => termsOn(subscription, day))) }
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
