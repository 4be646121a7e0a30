import type Stripe from 'stripe'
import { type DoubleState, idOf } from './state'

/** What happened to the money of one intent, in the currency's smallest unit. */
export interface Book {
  intent: string
  status: string
  currency: string
  metadata: Record<string, string>
  created: number
  authorised: number
  captured: number
  /** Refunds that succeeded or are pending. */
  refunded: number
  released: number
  /** Captured amounts that failed later. */
  failed: number
  /** What can still be captured. */
  open: number
  captures: { amount: number; at: number }[]
  refunds: {
    id: string
    amount: number
    status: string
    reason: string | null
    metadata: Record<string, string>
  }[]
  disputes: { id: string; amount: number; status: string }[]
}

/** All intents, the oldest first, for a comparison with the books of the merchant. */
export function books(state: DoubleState): Book[] {
  const refunds = byIntent(state.refunds.newest())
  const disputes = byIntent(state.disputes.newest())
  return state.paymentIntents
    .newest()
    .toReversed()
    .map((intent) => book(state, intent, refunds.get(intent.id) ?? [], disputes.get(intent.id) ?? []))
}

function byIntent<T extends { payment_intent: Stripe.Refund['payment_intent'] }>(objects: readonly T[]) {
  const groups = new Map<string | null, T[]>()
  for (const object of objects) {
    const intent = idOf(object.payment_intent)
    groups.set(intent, [...(groups.get(intent) ?? []), object])
  }
  return groups
}

function book(
  state: DoubleState,
  intent: Stripe.PaymentIntent,
  refunds: Stripe.Refund[],
  disputes: Stripe.Dispute[],
): Book {
  const memo = state.memo(intent.id)
  const captured = memo.captures.reduce((sum, { amount }) => sum + amount, 0)
  const counted = refunds.filter(
    ({ id, status }) => id !== memo.releaseRefund && (status === 'succeeded' || status === 'pending'),
  )
  return {
    intent: intent.id,
    status: intent.status,
    currency: intent.currency,
    metadata: intent.metadata,
    created: intent.created,
    authorised: memo.authorised,
    captured,
    refunded: counted.reduce((sum, { amount }) => sum + amount, 0),
    released: memo.released,
    failed: memo.failed,
    open: intent.amount_capturable,
    captures: memo.captures.map(({ amount, at }) => ({ amount, at })),
    refunds: refunds.map(({ id, amount, status, reason, metadata }) => ({
      id,
      amount,
      status: status ?? '',
      reason,
      metadata: metadata ?? {},
    })),
    disputes: disputes.map(({ id, amount, status }) => ({ id, amount, status })),
  }
}
