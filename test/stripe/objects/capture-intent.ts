import type Stripe from 'stripe'
import { invalid, unexpectedState } from '../errors'
import { isWhole } from '../money'
import { merged } from '../params'
import { type DoubleState, idOf } from '../state'
import { feeOf, move } from './balance-transactions'
import { capturesSeveral } from './charges'
import { disputeByCard } from './disputes'
import { cardOf } from './payment-methods'
import { refundedOf, refundRelease } from './refunds'

const maxCaptures = 50

interface Capture {
  amount_to_capture?: number | undefined
  final_capture?: boolean | undefined
  metadata?: Record<string, string | null> | null | undefined
  statement_descriptor_suffix?: string | undefined
}

/** Marks an intent as authorised, until the authorisation expires. */
export function authorise(state: DoubleState, intent: Stripe.PaymentIntent, charge: Stripe.Charge): void {
  state.emit('charge.succeeded', charge)
  intent.status = 'requires_capture'
  intent.amount_capturable = intent.amount
  state.emit('payment_intent.amount_capturable_updated', intent)
  state.clock.after(state.settings.authorisationDays * 86_400, () => expireIntent(state, intent))
}

export function captureAll(state: DoubleState, intent: Stripe.PaymentIntent, charge: Stripe.Charge): void {
  intent.amount_capturable = intent.amount
  settle(state, intent, charge, { amount: intent.amount, final: true })
}

/** Captures part of an authorisation. A final capture, which is the default, releases the rest. */
export function captureIntent(
  state: DoubleState,
  intent: Stripe.PaymentIntent,
  params: Capture,
): Stripe.PaymentIntent {
  const charge = state.charges.find(idOf(intent.latest_charge))
  if (intent.status !== 'requires_capture' || !charge)
    throw unexpectedState(`An intent that is ${intent.status} cannot be captured.`, intent)
  const { amount_to_capture: amount = intent.amount_capturable, final_capture: final = true } = params
  if (!final && !capturesSeveral(charge))
    throw invalid('This authorisation does not allow several captures.', {
      code: 'payment_intent_invalid_parameter',
      param: 'final_capture',
      payment_intent: structuredClone(intent),
    })
  const { captures } = state.memo(intent.id)
  if (amount === 0 && !(final && captures.length))
    throw invalid('amount_to_capture can be 0 only to end an authorisation that was captured in part.', {
      code: 'parameter_invalid_integer',
      param: 'amount_to_capture',
    })
  if (amount > intent.amount_capturable)
    throw invalid(`No more than ${intent.amount_capturable} can be captured.`, {
      code: 'amount_too_large',
      param: 'amount_to_capture',
      payment_intent: structuredClone(intent),
    })
  if (!isWhole(amount, intent.currency))
    throw invalid('The amount is not a multiple of the smallest one.', {
      code: 'invalid_charge_amount',
      param: 'amount_to_capture',
    })
  if (captures.length >= maxCaptures && amount > 0)
    throw invalid('An intent can be captured 50 times at most.', { code: 'payment_intent_invalid_parameter' })
  intent.metadata = merged(intent.metadata, params.metadata)
  if (params.statement_descriptor_suffix)
    intent.statement_descriptor_suffix = params.statement_descriptor_suffix
  settle(state, intent, charge, { amount, final })
  return intent
}

interface Part {
  amount: number
  final: boolean
}

/** Captures now or later, as the settings say. */
function settle(state: DoubleState, intent: Stripe.PaymentIntent, charge: Stripe.Charge, part: Part): void {
  const { captures, captureSeconds } = state.settings
  if (captures === 'late' || captures === 'late-fails') {
    intent.status = 'processing'
    state.emit('payment_intent.processing', intent)
    state.clock.after(captureSeconds, () => {
      // The charge may have failed meanwhile.
      if (intent.status !== 'processing') return
      if (captures === 'late') complete(state, intent, charge, part)
      // What was captured before stays: only this part fails.
      else if (state.memo(intent.id).captures.length) end(state, intent)
      else failCapture(state, intent)
    })
    return
  }
  complete(state, intent, charge, part)
  if (captures === 'fails') state.clock.after(captureSeconds, () => failCapture(state, intent))
}

function complete(
  state: DoubleState,
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge,
  { amount, final }: Part,
): void {
  const method = state.paymentMethods.find(idOf(intent.payment_method))
  const card = method && cardOf(state, method)
  if (amount > 0) {
    const { captures } = state.memo(intent.id)
    const released = final && captures.length === 0 ? intent.amount_capturable - amount : 0
    const onBalance = amount + (state.settings.releases === 'refund' ? released : 0)
    const fee = feeOf(state, onBalance, intent.currency)
    const transaction = move(state, {
      type: 'charge',
      category: 'charge',
      amount: onBalance,
      fee,
      currency: intent.currency,
      source: charge.id,
      description: intent.description ?? 'Charge',
      availableAtOnce: card?.availableAtOnce,
    })
    captures.push({ amount, at: state.clock.now(), transaction: transaction.id })
    charge.balance_transaction ??= transaction.id
    charge.amount_captured += amount
    charge.captured = true
    intent.amount_received += amount
    intent.amount_capturable -= amount
    // Of several captures, only the last one has this event.
    if (intent.capture_method !== 'manual') state.emit('charge.succeeded', charge)
    else if (final || intent.amount_capturable === 0) state.emit('charge.captured', charge)
    if (onBalance > amount) {
      release(state, intent)
      const feeOfRest = fee - feeOf(state, amount, intent.currency)
      refundRelease(state, charge, { amount: released, onBalance: { fee: feeOfRest } })
    }
  }
  if (!final && intent.amount_capturable > 0) {
    intent.status = 'requires_capture'
    state.emit('payment_intent.amount_capturable_updated', intent)
    return
  }
  end(state, intent)
  if (card?.dispute) disputeByCard(state, charge, card.dispute)
}

/** Ends a captured intent, and releases what was not captured. */
function end(state: DoubleState, intent: Stripe.PaymentIntent): void {
  release(state, intent)
  intent.status = 'succeeded'
  state.emit('payment_intent.succeeded', intent)
}

function release(state: DoubleState, intent: Stripe.PaymentIntent): void {
  state.memo(intent.id).released += intent.amount_capturable
  intent.amount_capturable = 0
}

/** Cancels an intent that was not captured. The authorised amount is released. */
export function cancelIntent(
  state: DoubleState,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Stripe.PaymentIntent {
  const open = ['requires_payment_method', 'requires_confirmation', 'requires_action', 'requires_capture']
  if (!open.includes(intent.status) || state.memo(intent.id).captures.length)
    throw unexpectedState(`An intent that is ${intent.status} cannot be cancelled.`, intent)
  const amount = intent.amount_capturable
  release(state, intent)
  const charge = state.charges.find(idOf(intent.latest_charge))
  if (amount > 0 && charge && state.settings.releases === 'refund') refundRelease(state, charge, { amount })
  intent.next_action = null
  intent.status = 'canceled'
  intent.canceled_at = state.clock.now()
  intent.cancellation_reason = reason
  state.emit('payment_intent.canceled', intent)
  return intent
}

/** Ends an authorisation whose time is over: as it was captured, or as cancelled. */
export function expireIntent(state: DoubleState, intent: Stripe.PaymentIntent): void {
  if (intent.status !== 'requires_capture') return
  const charge = state.charges.find(idOf(intent.latest_charge))
  // The switch can expire an authorisation before its time.
  const card = charge?.payment_method_details?.card
  if (card) card.capture_before = Math.min(card.capture_before ?? Infinity, state.clock.now())
  if (state.memo(intent.id).captures.length) {
    end(state, intent)
    return
  }
  if (charge) state.emit('charge.expired', charge)
  cancelIntent(state, intent, state.settings.releases === 'refund' ? 'automatic' : 'expired')
}

/** Fails a capture that was processing or had succeeded. What was captured leaves the balance again. */
export function failCapture(state: DoubleState, intent: Stripe.PaymentIntent): void {
  const charge = state.charges.find(idOf(intent.latest_charge))
  if (!charge || charge.status === 'failed') return
  const memo = state.memo(intent.id)
  const left = charge.amount_captured - refundedOf(state, charge)
  if (left > 0) {
    const transaction = move(state, {
      type: 'payment_failure_refund',
      category: 'charge_failure',
      amount: -left,
      currency: charge.currency,
      source: charge.id,
      description: 'Failed charge',
    })
    charge.failure_balance_transaction = transaction.id
  }
  memo.failed += charge.amount_captured
  memo.released += intent.amount_capturable
  charge.status = 'failed'
  charge.paid = false
  charge.failure_code = 'processing_error'
  charge.failure_message = 'The capture failed.'
  intent.amount_received = 0
  intent.amount_capturable = 0
  intent.status = 'requires_payment_method'
  intent.last_payment_error = {
    type: 'card_error',
    code: 'processing_error',
    message: 'The capture failed.',
    charge: charge.id,
  }
  state.emit('charge.failed', charge)
  state.emit('payment_intent.payment_failed', intent)
}
