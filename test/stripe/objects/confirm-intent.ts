import type Stripe from 'stripe'
import { type ApiError, unexpectedState } from '../errors'
import { type DoubleState, idOf } from '../state'
import type { TestCard } from '../test-cards'
import { authorise, captureAll } from './capture-intent'
import { cardError } from './card-error'
import { createCharge } from './charges'
import { approvalAction, checkMethod, needsApproval } from './intent-method'
import { attach, cardOf } from './payment-methods'

export interface Confirmation {
  offSession: boolean
  returnUrl: string | undefined
  errorOnAction: boolean
}

/** Charges the intent's payment method, or waits for the cardholder. Throws what Stripe responds to a decline. */
export function confirmIntent(
  state: DoubleState,
  intent: Stripe.PaymentIntent,
  { offSession, returnUrl, errorOnAction }: Confirmation,
): Stripe.PaymentIntent {
  const method = state.paymentMethods.find(idOf(intent.payment_method))
  if (!method) throw unexpectedState('An intent without a payment method cannot be confirmed.', intent)
  checkMethod(state, method, idOf(intent.customer))
  const card = cardOf(state, method)
  const requested = intent.payment_method_options?.card?.request_three_d_secure !== 'automatic'
  state.memo(intent.id).returnUrl = returnUrl
  if (!needsApproval(state, card, { method, offSession, requested })) {
    charge(state, intent, method, { card, decline: card.decline ?? null, approved: false })
    return intent
  }
  if (offSession) charge(state, intent, method, { card, decline: 'authentication_required', approved: false })
  else if (errorOnAction) throw fail(state, intent, method, 'authentication_not_handled')
  else {
    intent.status = 'requires_action'
    intent.next_action = approvalAction(state.origin, intent.id, returnUrl)
    state.emit('payment_intent.requires_action', intent)
  }
  return intent
}

interface Attempt {
  card: TestCard
  decline: string | null
  approved: boolean
}

function charge(
  state: DoubleState,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  attempt: Attempt,
): void {
  const decline = state.nextDeclines.shift() ?? attempt.decline
  const manual = intent.capture_method === 'manual'
  if (method.card?.checks?.cvc_check === 'unchecked')
    method.card.checks.cvc_check = decline === 'incorrect_cvc' ? 'fail' : 'pass'
  if (method.customer === null && !intent.setup_future_usage) state.usedUp.add(method.id)
  const created = createCharge(state, { ...attempt, intent, method, decline, manual })
  intent.latest_charge = created.id
  intent.next_action = null
  if (decline !== null) {
    state.emit('charge.failed', created)
    throw fail(state, intent, method, decline, created)
  }
  intent.last_payment_error = null
  intent.payment_method = method.id
  if (intent.setup_future_usage) {
    const customer = idOf(intent.customer)
    if (customer !== null) attach(state, method, customer)
    if (intent.setup_future_usage === 'off_session') state.setUp.add(method.id)
  }
  state.memo(intent.id).authorised = intent.amount
  if (manual) authorise(state, intent, created)
  else captureAll(state, intent, created)
}

/** Takes the card away from the intent, which then waits for another one. */
function fail(
  state: DoubleState,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: string,
  charged?: Stripe.Charge,
): ApiError {
  const details = { ...(charged && { charge: charged.id }), payment_method: method }
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = cardError(decline, details).body
  state.emit('payment_intent.payment_failed', intent)
  return cardError(decline, { ...details, payment_intent: intent })
}

/** Continues an intent after the cardholder approved or refused on the bank's page. */
export function decideIntent(state: DoubleState, intent: Stripe.PaymentIntent, approved: boolean): void {
  const method = state.paymentMethods.find(idOf(intent.payment_method))
  if (intent.status !== 'requires_action' || !method) return
  if (!approved) {
    intent.status = 'requires_payment_method'
    intent.payment_method = null
    intent.next_action = null
    intent.last_payment_error = {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: 'The cardholder did not approve the payment.',
      payment_method: structuredClone(method),
    }
    state.emit('payment_intent.payment_failed', intent)
    return
  }
  const card = cardOf(state, method)
  charge(state, intent, method, { card, decline: card.decline ?? null, approved: true })
}
