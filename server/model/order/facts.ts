import type { Day } from '../calendar'
import type { Shares } from './rules'

/** The states of an order, and what decides how they read. */
export interface OrderStanding extends Shares {
  /** The authorisation at the card service; null while no card has paid. */
  serviceReference: string | null
  authorisedUntil: Date | null
  retryOn: Day | null
}

/** An operation on an order whose outcome is not known yet. */
export interface UnderWay {
  kind: 'authorise' | 'charge' | 'cancel' | 'refund' | 'pay'
  amount: bigint
  /** It waits until the cardholder approves it at the bank. */
  needsApproval: boolean
}

/** Everything that decides what is said about an order. */
export interface OrderSituation {
  order: OrderStanding
  underWay: readonly UnderWay[]
  /** What its cardholder disputes at the bank, in minor units. */
  disputed: bigint
  /** What the bank has returned to its cardholder after a dispute. */
  returned: bigint
}

export type FactKind =
  | 'paid'
  | 'approval'
  | 'processing'
  | 'failed'
  | 'unpaid'
  | 'reserved'
  | 'disputed'
  | 'returned'
  | 'refunded'
  | 'refunding'
  | 'cancelled'
  | 'cancelling'

/** A fact about an order, to be put into words. Amounts are minor units of its currency. */
export interface OrderFact {
  kind: FactKind
  amount: bigint
  /** The whole order. */
  total: bigint
  /** Of a reserved amount: when the reservation expires. */
  until?: Date
  /** Of a failed payment: the day of the next attempt. */
  next?: Day
}

/**
 * Returns the facts about an order, the most important first. Each amount is that of a state or an operation, never the
 * order's total: an order of 120 can be paid with 60 if the rest was cancelled. What is under way counts once, as such.
 */
export function orderFacts({ order, underWay, disputed, returned }: OrderSituation): OrderFact[] {
  const { ordered, pending, charged, refunded, cancelled, denied } = order
  const total = ordered + pending + charged + refunded + cancelled + denied
  const fact = (kind: FactKind, amount: bigint, more: Pick<OrderFact, 'until' | 'next'> = {}): OrderFact[] =>
    amount > 0n ? [{ kind, amount, total, ...more }] : []
  const sumOf = (kind: UnderWay['kind']) =>
    underWay.reduce((sum, each) => sum + (each.kind === kind ? each.amount : 0n), 0n)
  const isUnpaid = order.serviceReference === null
  const payment = isUnpaid ? underWay.find(({ kind }) => kind === 'pay') : undefined
  // An order that exists before its payment has all of its amount in one state.
  const isPaying = payment !== undefined || (isUnpaid && ordered > 0n)
  const paying = isPaying ? ordered + pending + denied : sumOf('charge')
  // What is under way is stated once, as such, and not as part of the state that it leaves.
  const without = (amount: bigint, ...kinds: UnderWay['kind'][]) =>
    kinds.reduce((left, kind) => left - sumOf(kind), amount)
  return [
    ...fact('paid', without(charged - returned, 'refund')),
    ...fact(payment?.needsApproval ? 'approval' : 'processing', paying),
    ...fact('failed', isPaying ? 0n : pending, order.retryOn === null ? {} : { next: order.retryOn }),
    ...fact('unpaid', isPaying ? 0n : denied),
    ...fact(
      'reserved',
      isUnpaid ? 0n : without(ordered, 'charge', 'cancel'),
      order.authorisedUntil ? { until: order.authorisedUntil } : {},
    ),
    ...fact('disputed', disputed),
    ...fact('returned', returned),
    ...fact('refunded', refunded),
    ...fact('refunding', sumOf('refund')),
    ...fact('cancelled', cancelled),
    ...fact('cancelling', sumOf('cancel')),
  ]
}
