import type Stripe from 'stripe'
import { emptyParts, place } from './form'
import { findRoute } from './routes'
import { type DoubleState, idOf } from './state'

interface Payment {
  amount: number
  currency: string
  capture: boolean
  card: string
  metadata?: Record<string, string> | undefined
}

/** A payment that the merchant's own systems did not make. */
export function pay(state: DoubleState, { amount, currency, capture, card, metadata = {} }: Payment): object {
  const form = emptyParts()
  const fields: [string[], string][] = [
    [['amount'], String(amount)],
    [['currency'], currency],
    [['payment_method'], card],
    [['confirm'], 'true'],
    [['allowed_payment_method_types', '0'], 'card'],
    [['capture_method'], capture ? 'automatic' : 'manual'],
    ...Object.entries(metadata).map(([name, value]): [string[], string] => [['metadata', name], value]),
  ]
  for (const [path, value] of fields) place(form, path, value)
  const creation = findRoute('POST', '/v1/payment_intents')
  if (!creation) throw new Error('no route for payments')
  return creation.route.prepare(form)(state, '', { publishable: false })
}

/** Removes an intent with all that belongs to it. */
export function erase(state: DoubleState, id: string): void {
  const intent = state.paymentIntents.get(id)
  const ids = new Set<string | null>([id, idOf(intent.latest_charge)])
  for (const refund of state.refunds.newest())
    if (refund.payment_intent === id) {
      ids.add(refund.id)
      state.refunds.delete(refund.id)
    }
  for (const { id: transaction, source } of state.balanceTransactions.newest())
    if (ids.has(idOf(source))) state.balanceTransactions.delete(transaction)
  state.charges.delete(idOf(intent.latest_charge) ?? '')
  state.paymentIntents.delete(id)
}

interface Alteration {
  intent: string
  captured?: number | undefined
  metadata?: Record<string, string> | undefined
}

/** Changes what an intent says, as if the difference had always been there. */
export function alter(
  state: DoubleState,
  { intent: id, captured, metadata }: Alteration,
): Stripe.PaymentIntent {
  const intent = state.paymentIntents.get(id)
  if (metadata) intent.metadata = metadata
  const charge = state.charges.find(idOf(intent.latest_charge))
  if (captured === undefined || !charge) return intent
  const [first] = state.memo(id).captures
  if (!first) throw new Error(`${id} was not captured`)
  const difference = captured - charge.amount_captured
  charge.amount_captured += difference
  intent.amount_received += difference
  first.amount += difference
  const transaction = state.balanceTransactions.get(first.transaction)
  transaction.amount += difference
  transaction.net += difference
  return intent
}
