import type Stripe from 'stripe'
import { invalid } from './errors'
import { emptyParts, place } from './form'
import { countRefunded } from './objects/refunds'
import { findRoute } from './routes'
import { type DoubleState, idOf } from './state'

interface PlantedPayment {
  amount: number
  currency: string
  capture: boolean
  card: string
  metadata?: Record<string, string> | undefined
}

/** A payment that the merchant's own systems did not make. */
export function pay(
  state: DoubleState,
  { amount, currency, capture, card, metadata = {} }: PlantedPayment,
): object {
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
  for (const refund of state.refunds.newest()) if (refund.payment_intent === id) eraseRefund(state, refund)
  const charge = idOf(intent.latest_charge)
  forgetTransactions(state, charge)
  state.charges.delete(charge ?? '')
  state.paymentIntents.delete(id)
}

export function eraseRefund(state: DoubleState, refund: Stripe.Refund): void {
  const charge = state.charges.find(idOf(refund.charge))
  if (charge && refund.status !== 'failed') countRefunded(state, charge, -refund.amount)
  forgetTransactions(state, refund.id)
  state.refunds.delete(refund.id)
}

function forgetTransactions(state: DoubleState, source: string | null): void {
  for (const transaction of state.balanceTransactions.newest())
    if (transaction.source === source) state.balanceTransactions.delete(transaction.id)
}

interface Alteration {
  captured?: number | undefined
  currency?: string | undefined
  metadata?: Record<string, string> | undefined
}

/** Changes what an intent says, as if the difference had always been there. */
export function alter(
  state: DoubleState,
  { intent: id, captured, currency, metadata }: Alteration & { intent: string },
): Stripe.PaymentIntent {
  const intent = state.paymentIntents.get(id)
  const charge = state.charges.find(idOf(intent.latest_charge))
  if (metadata) intent.metadata = metadata
  if (currency !== undefined) for (const each of [intent, charge]) if (each) each.currency = currency
  if (captured === undefined || !charge) return intent
  const [first] = state.memo(id).captures
  if (!first) throw invalid(`${id} was not captured.`)
  const difference = captured - charge.amount_captured
  charge.amount_captured += difference
  intent.amount_received += difference
  first.amount += difference
  changeAmount(state.balanceTransactions.get(first.transaction), difference)
  return intent
}

export function alterRefund(
  state: DoubleState,
  refund: Stripe.Refund,
  {
    amount = refund.amount,
    metadata,
  }: { amount?: number | undefined; metadata?: Record<string, string> | undefined },
): Stripe.Refund {
  const difference = amount - refund.amount
  const charge = state.charges.find(idOf(refund.charge))
  const transaction = state.balanceTransactions.find(idOf(refund.balance_transaction))
  if (metadata) refund.metadata = metadata
  refund.amount = amount
  if (charge) countRefunded(state, charge, difference)
  if (transaction) changeAmount(transaction, -difference)
  return refund
}

function changeAmount(transaction: Stripe.BalanceTransaction, difference: number): void {
  transaction.amount += difference
  transaction.net += difference
}
