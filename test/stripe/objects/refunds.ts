import type Stripe from 'stripe'
import { invalid } from '../errors'
import { paged, paging } from '../paging'
import { integer, merged, metadata, oneOf, parameters, text } from '../params'
import { get, route } from '../route'
import { type DoubleState, idOf } from '../state'
import { move } from './balance-transactions'

const creation = parameters<Stripe.RefundCreateParams>()({
  amount: integer(1),
  charge: text,
  metadata,
  payment_intent: text,
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
})
const changes = parameters<Stripe.RefundUpdateParams>()({ metadata })
const listing = parameters<Stripe.RefundListParams>()({ ...paging, charge: text, payment_intent: text })
const none = parameters<Stripe.RefundCancelParams>()({})

function create(state: DoubleState, params: ReturnType<typeof creation>): Stripe.Refund {
  const { reason = null, metadata: described } = params
  return refundCharge(state, chargeToRefund(state, params), {
    amount: params.amount,
    reason,
    metadata: described,
  })
}

function chargeToRefund(
  state: DoubleState,
  { charge, payment_intent }: ReturnType<typeof creation>,
): Stripe.Charge {
  if (payment_intent !== undefined) {
    const intent = state.paymentIntents.named(payment_intent, 'payment_intent')
    const found = state.charges.find(idOf(intent.latest_charge))
    if (!found?.captured || found.status !== 'succeeded')
      throw invalid(
        `Intent ${intent.id} has no charge that can be refunded. Cancel it if it is not captured.`,
      )
    if (charge === undefined || charge === found.id) return found
    throw invalid('The charge is not that of the intent.', { param: 'charge' })
  }
  if (charge === undefined)
    throw invalid('Send charge or payment_intent.', { code: 'parameter_missing', param: 'payment_intent' })
  const found = state.charges.named(charge, 'charge')
  if (found.captured && found.status === 'succeeded') return found
  throw invalid(`Charge ${found.id} cannot be refunded, because it was not captured.`, { param: 'charge' })
}

interface Refunding {
  amount?: number | undefined
  reason: Stripe.Refund.Reason | null
  metadata?: Record<string, string | null> | null | undefined
}

/** Refunds a part of a charge, or what is left of it. */
export function refundCharge(state: DoubleState, charge: Stripe.Charge, asked: Refunding): Stripe.Refund {
  const left = charge.amount_captured - refundedOf(state, charge)
  const dispute = charge.disputed ? disputeAgainstRefund(state, charge) : undefined
  if (dispute?.status === 'lost')
    throw invalid(`Charge ${charge.id} has been charged back.`, { code: 'charge_disputed' })
  if (dispute) throw invalid(`Charge ${charge.id} is disputed.`, { code: 'refund_disputed_payment' })
  if (left === 0)
    throw invalid(`Charge ${charge.id} has been refunded already.`, { code: 'charge_already_refunded' })
  const { amount = left } = asked
  if (amount > left)
    throw invalid(`The amount to refund (${amount}) is more than what is left (${left}).`, {
      param: 'amount',
    })

  const refund = newRefund(state, charge, { ...asked, amount })
  refund.balance_transaction = move(state, {
    type: 'refund',
    category: 'refund',
    amount: -amount,
    currency: charge.currency,
    source: refund.id,
    description: `Refund of ${charge.id}`,
  }).id
  countRefunded(state, charge, amount)
  begin(state, charge, refund)
  return refund
}

/** Gives back what was never captured as a refund, which moves money only if the balance has the whole authorisation. */
export function refundRelease(
  state: DoubleState,
  charge: Stripe.Charge,
  { amount, onBalance }: { amount: number; onBalance?: { fee: number } },
): void {
  const refund = newRefund(state, charge, { amount, reason: null })
  state.memo(idOf(charge.payment_intent) ?? '').releaseRefund = refund.id
  if (onBalance)
    refund.balance_transaction = move(state, {
      type: 'refund',
      category: 'partial_capture_reversal',
      amount: -amount,
      fee: -onBalance.fee,
      currency: charge.currency,
      source: refund.id,
      description: `Released from ${charge.id}`,
    }).id
  countRefunded(state, charge, amount)
  state.emit('refund.created', refund)
  state.emit('charge.refunded', charge)
}

function newRefund(
  state: DoubleState,
  charge: Stripe.Charge,
  { amount, reason, metadata: described }: Refunding & { amount: number },
): Stripe.Refund {
  return state.refunds.add({
    id: state.id('re_3'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: state.clock.now(),
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: merged({}, described),
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  })
}

/** What was refunded of the captured amount. */
export function refundedOf(state: DoubleState, charge: Stripe.Charge): number {
  const { releaseRefund, released } = state.memo(idOf(charge.payment_intent) ?? '')
  return charge.amount_refunded - (releaseRefund === undefined ? 0 : released)
}

export function countRefunded(state: DoubleState, charge: Stripe.Charge, amount: number): void {
  charge.amount_refunded += amount
  charge.refunded = refundedOf(state, charge) === charge.amount_captured
}

/** Announces a refund, and completes or fails it later if the card or the settings say so. */
function begin(state: DoubleState, charge: Stripe.Charge, refund: Stripe.Refund): void {
  const card = state.cards.get(charge.payment_method ?? '')
  const kind = card?.refund ?? state.settings.refunds
  if (kind === 'pending') {
    refund.status = 'pending'
    refund.pending_reason = 'processing'
  }
  state.emit('refund.created', refund)
  state.emit('charge.refunded', charge)
  if (kind === 'succeeded') return
  state.clock.after(state.settings.refundSeconds, () => {
    if (kind === 'fails') failRefund(state, refund)
    else completeRefund(state, refund)
  })
}

export function completeRefund(state: DoubleState, refund: Stripe.Refund): void {
  if (refund.status !== 'pending') return
  refund.status = 'succeeded'
  delete refund.pending_reason
  changed(state, refund, { status: 'pending' })
}

/** Fails a refund that was pending or had succeeded: its amount comes back to the balance. */
export function failRefund(state: DoubleState, refund: Stripe.Refund): void {
  const { status } = refund
  const charge = state.charges.find(idOf(refund.charge))
  if ((status !== 'pending' && status !== 'succeeded') || charge?.status === 'failed') return
  refund.status = 'failed'
  refund.failure_reason = 'unknown'
  delete refund.pending_reason
  refund.failure_balance_transaction = move(state, {
    type: 'refund_failure',
    category: 'refund_failure',
    amount: refund.amount,
    currency: refund.currency,
    source: refund.id,
    description: `Failed refund ${refund.id}`,
  }).id
  if (charge) countRefunded(state, charge, -refund.amount)
  changed(state, refund, { status })
  state.emit('refund.failed', refund)
}

function changed(state: DoubleState, refund: Stripe.Refund, previous: object): void {
  state.emit('refund.updated', refund, previous)
  state.emit('charge.refund.updated', refund, previous)
}

/** A charge can be refunded during an inquiry, and after a dispute was won. */
const disputeAgainstRefund = (state: DoubleState, charge: Stripe.Charge): Stripe.Dispute | undefined =>
  state.disputes.newest().find((each) => idOf(each.charge) === charge.id && !each.is_charge_refundable)

export const refundRoutes = [
  route('POST', '/v1/refunds', 'charges:write', creation, create),
  route('GET', '/v1/refunds', 'charges:read', listing, (state, params) =>
    paged(
      state.refunds,
      '/v1/refunds',
      params,
      ({ charge, payment_intent }) =>
        (params.charge === undefined || charge === params.charge) &&
        (params.payment_intent === undefined || payment_intent === params.payment_intent),
    ),
  ),
  get('/v1/refunds/:id', 'charges:read', (state, id) => state.refunds.get(id)),
  route('POST', '/v1/refunds/:id', 'charges:write', changes, (state, params, id) => {
    const refund = state.refunds.get(id)
    refund.metadata = merged(refund.metadata, params.metadata)
    state.emit('refund.updated', refund)
    return refund
  }),
  route('POST', '/v1/refunds/:id/cancel', 'charges:write', none, (state, _params, id) => {
    const refund = state.refunds.get(id)
    throw invalid(`Refund ${refund.id} is ${refund.status}: card refunds cannot be cancelled.`)
  }),
]
