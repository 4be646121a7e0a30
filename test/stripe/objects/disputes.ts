import type Stripe from 'stripe'
import { invalid } from '../errors'
import { paged, paging } from '../paging'
import { flag, merged, metadata, parameters, shape, text, unsettable } from '../params'
import { get, route } from '../route'
import { type DoubleState, idOf } from '../state'
import type { TestCard } from '../test-cards'
import { move } from './balance-transactions'
import { refundedOf } from './refunds'

const words = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_tracking_number',
  'uncategorized_text',
] as const
const files = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
] as const
const items = [...words, ...files]
type Item = (typeof items)[number]

const record = <T>(value: T) => Object.fromEntries(items.map((item) => [item, value])) as Record<Item, T>

const changes = parameters<Stripe.DisputeUpdateParams>()({
  evidence: shape(record(unsettable(text))),
  metadata,
  submit: flag,
})
const listing = parameters<Stripe.DisputeListParams>()({ ...paging, charge: text, payment_intent: text })
const none = parameters<Stripe.DisputeCloseParams>()({})

interface Opening {
  amount?: number | undefined
  reason: string
  inquiry: boolean
  prevented?: 'withdrawn' | 'refunded' | undefined
}

/** Opens a dispute of a charge, as test cards do. */
export const disputeByCard = (
  state: DoubleState,
  charge: Stripe.Charge,
  kind: NonNullable<TestCard['dispute']>,
) =>
  openDispute(state, charge, {
    reason: kind === 'inquiry' ? 'general' : kind,
    inquiry: kind === 'inquiry',
  })

/**
 * Opens a dispute. Its amount leaves the balance, with a fee, unless it is only an inquiry. A prevented one ends at once: its
 * amount is withdrawn without a fee (RDR), or had been refunded.
 */
export function openDispute(
  state: DoubleState,
  charge: Stripe.Charge,
  { amount = charge.amount_captured - refundedOf(state, charge), reason, inquiry, prevented }: Opening,
): Stripe.Dispute {
  const { card } = charge.payment_method_details ?? {}
  const brand = card?.brand ?? 'visa'
  const due = state.settings.disputeDays * 86_400
  const dispute: Stripe.Dispute = {
    id: state.id('du_1'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: state.clock.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...record(null), enhanced_evidence: {} },
    evidence_details: {
      due_by: state.clock.now() + due,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry || prevented === 'refunded',
    livemode: state.livemode,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    payment_method_details: {
      card: {
        brand,
        case_type: prevented ? 'resolution' : inquiry ? 'inquiry' : 'chargeback',
        network: brand,
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason,
    status: prevented ? 'prevented' : inquiry ? 'warning_needs_response' : 'needs_response',
  }
  state.disputes.add(dispute)
  charge.disputed = true
  state.emit('charge.dispute.created', dispute)
  if (prevented) {
    if (prevented === 'withdrawn') shift(state, dispute, -amount, 0)
    state.emit('charge.dispute.closed', dispute)
    return dispute
  }
  if (!inquiry) shift(state, dispute, -amount, state.settings.disputeFee)
  state.clock.after(due, () => {
    if (!dispute.status.endsWith('needs_response')) return
    dispute.evidence_details.past_due = true
    closeDispute(state, dispute, 'lost')
  })
  return dispute
}

/** Moves the disputed amount out of the balance, or back. */
function shift(state: DoubleState, dispute: Stripe.Dispute, amount: number, fee: number): void {
  const back = amount > 0
  dispute.balance_transactions.push(
    move(state, {
      type: 'adjustment',
      category: back ? 'dispute_reversal' : 'dispute',
      amount,
      fee,
      currency: dispute.currency,
      source: dispute.id,
      description: `Dispute of ${idOf(dispute.charge)}`,
    }),
  )
  state.emit(back ? 'charge.dispute.funds_reinstated' : 'charge.dispute.funds_withdrawn', dispute)
}

/** Decides a dispute. A won one brings back its amount, but not its fee. A prevented one stays prevented. */
export function closeDispute(state: DoubleState, dispute: Stripe.Dispute, outcome: 'won' | 'lost'): void {
  if (['won', 'lost', 'warning_closed'].includes(dispute.status)) return
  const inquiry = dispute.status.startsWith('warning')
  if (dispute.status !== 'prevented') dispute.status = inquiry ? 'warning_closed' : outcome
  if (outcome === 'won') dispute.is_charge_refundable = true
  state.emit('charge.dispute.closed', dispute)
  if (outcome === 'won' && !inquiry) shift(state, dispute, dispute.amount, 0)
}

function update(state: DoubleState, params: ReturnType<typeof changes>, id: string): Stripe.Dispute {
  const dispute = state.disputes.get(id)
  const { evidence = {}, submit = true } = params
  const open = dispute.status.endsWith('needs_response')
  if (!open && params.evidence) throw invalid(`Dispute ${id} is ${dispute.status} and takes no evidence.`)
  for (const item of files) {
    const file = evidence[item]
    if (file) state.files.named(file, `evidence[${item}]`)
  }
  for (const item of items) {
    const given = evidence[item]
    if (given !== undefined) dispute.evidence[item] = given
  }
  dispute.metadata = merged(dispute.metadata, params.metadata)
  const has = items.some((item) => dispute.evidence[item] !== null)
  dispute.evidence_details.has_evidence = has
  if (open && submit && has) {
    dispute.evidence_details.submission_count += 1
    dispute.status = dispute.status.startsWith('warning') ? 'warning_under_review' : 'under_review'
  }
  state.emit('charge.dispute.updated', dispute)
  decide(state, dispute)
  return dispute
}

/** Documented texts of evidence decide disputes in test mode. */
function decide(state: DoubleState, dispute: Stripe.Dispute): void {
  if (!dispute.status.endsWith('under_review')) return
  const { uncategorized_text: words } = dispute.evidence
  if (words === 'winning_evidence') closeDispute(state, dispute, 'won')
  if (words === 'losing_evidence') closeDispute(state, dispute, 'lost')
}

export const disputeRoutes = [
  route('GET', '/v1/disputes', 'disputes:read', listing, (state, params) =>
    paged(
      state.disputes,
      '/v1/disputes',
      params,
      ({ charge, payment_intent }) =>
        (params.charge === undefined || charge === params.charge) &&
        (params.payment_intent === undefined || payment_intent === params.payment_intent),
    ),
  ),
  get('/v1/disputes/:id', 'disputes:read', (state, id) => state.disputes.get(id)),
  route('POST', '/v1/disputes/:id', 'disputes:write', changes, update),
  route('POST', '/v1/disputes/:id/close', 'disputes:write', none, (state, _params, id) => {
    const dispute = state.disputes.get(id)
    closeDispute(state, dispute, 'lost')
    return dispute
  }),
]
