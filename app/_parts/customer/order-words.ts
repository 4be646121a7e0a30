import { withoutUnitOf } from '@/server/model/money/format-money'
import type { FactKind, OrderFact } from '@/server/model/order/facts'
import type { OrderRow } from '@/server/store/orders'
import type { SubscriptionRow } from '@/server/store/subscriptions'
import { namesIn, type Words } from './words'

/** The colour of a fact. */
type StateTone = 'good' | 'open' | 'waiting' | 'bad' | 'past'

const tones: Record<FactKind, StateTone> = {
  paid: 'good',
  approval: 'waiting',
  processing: 'waiting',
  failed: 'bad',
  unpaid: 'bad',
  reserved: 'open',
  disputed: 'waiting',
  returned: 'past',
  refunded: 'past',
  refunding: 'past',
  cancelled: 'past',
  cancelling: 'past',
}

export const toneOf = ({ kind }: OrderFact): StateTone => tones[kind]

/** Puts a fact about an order into words: "Paid 125.00 of 237.00 kr". */
export function factInWords({ say, money, day, date }: Words, fact: OrderFact, currency: string): string {
  const { kind, until, next } = fact
  const isWhole = fact.amount === fact.total
  const amount = money({ amount: fact.amount, currency })
  if (kind === 'paid' && !isWhole) {
    const total = money({ amount: fact.total, currency })
    return say('fact.paidPart', { amount: withoutUnitOf(total, amount), total })
  }
  if (kind === 'failed' && next) return say('fact.failedNext', { amount, day: day(next) })
  if (kind === 'reserved' && until) return say('fact.reservedUntil', { amount, day: date(until) })
  return say(kind === 'cancelled' && isWhole ? 'fact.cancelledAll' : `fact.${kind}`, { amount })
}

/** The title of an order: the names of its lines, or else its number, or else the subscription it pays for. */
export function orderTitle(
  { say, title }: Pick<Words, 'say' | 'title'>,
  { lines, number, subscriptionId }: Pick<OrderRow, 'lines' | 'number' | 'subscriptionId'>,
  subscriptions: readonly Pick<SubscriptionRow, 'id' | 'items' | 'number'>[] = [],
): string {
  const names = (lines ?? []).flatMap(({ name }) => name ?? [])
  if (names.length > 0) return namesIn(names, say)
  if (number !== null) return say('order.numbered', { number })
  const subscription = subscriptions.find(({ id }) => id === subscriptionId)
  return subscription ? title(subscription) : say('order.plain')
}
