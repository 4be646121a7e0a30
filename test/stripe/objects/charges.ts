import type Stripe from 'stripe'
import { paged, paging } from '../paging'
import { merged, metadata, parameters, text } from '../params'
import { get, route } from '../route'
import { type DoubleState, idOf } from '../state'
import { declineOf, type TestCard } from '../test-cards'

interface NewCharge {
  intent: Stripe.PaymentIntent
  method: Stripe.PaymentMethod
  card: TestCard
  /** Null for an approved charge. */
  decline: string | null
  /** Whether the capture is a request of its own. */
  manual: boolean
  approved: boolean
}

/** Records a charge: an authorisation, or a decline. A capture follows, at once or later. */
export function createCharge(state: DoubleState, made: NewCharge): Stripe.Charge {
  const { intent, method, decline } = made
  const declined = decline === null ? null : declineOf(decline)
  const charge: Stripe.Charge = {
    id: state.id('ch_3'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'KASSA',
    captured: false,
    created: state.clock.now(),
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: declined?.code ?? null,
    failure_message: declined ? 'The card was declined.' : null,
    fraud_details: {},
    livemode: state.livemode,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: !declined,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardDetails(state, made), type: 'card' },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: declined ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  }
  return state.charges.add(charge)
}

function outcomeOf(decline: string | null): Stripe.Charge.Outcome {
  const blocked = decline === 'fraudulent'
  return {
    advice_code: (decline && declineOf(decline).advice) || null,
    network_advice_code: null,
    network_decline_code: null,
    network_status:
      decline === null ? 'approved_by_network' : blocked ? 'not_sent_to_network' : 'declined_by_network',
    reason: decline,
    risk_level: blocked ? 'highest' : 'normal',
    seller_message: decline === null ? 'The payment is complete.' : 'The payment was declined.',
    type: decline === null ? 'authorized' : blocked ? 'blocked' : 'issuer_declined',
  }
}

function cardDetails(
  state: DoubleState,
  { intent, method, decline, manual, approved }: NewCharge,
): Stripe.Charge.PaymentMethodDetails.Card {
  const { card } = method
  if (!card) throw new Error(`${method.id} is not a card`)
  const asked = intent.payment_method_options?.card?.request_multicapture === 'if_available'
  const several = asked && state.settings.multicapture.includes(card.brand)
  const authorised = manual && decline === null
  return {
    amount_authorized: decline === null ? intent.amount : null,
    authorization_code: decline === null ? '123456' : null,
    brand: card.brand,
    ...(authorised && { capture_before: state.clock.now() + state.settings.authorisationDays * 86_400 }),
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: approved ? '05' : null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    extended_authorization: { status: 'disabled' },
    ...(card.fingerprint && { fingerprint: card.fingerprint }),
    funding: card.funding,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card.last4,
    mandate: null,
    multicapture: { status: several ? 'available' : 'unavailable' },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: decline === null ? '100000000000001' : null,
    overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
    regulated_status: card.regulated_status,
    three_d_secure: approved ? threeDSecure() : null,
    transaction_link_id: null,
    wallet: null,
  }
}

const threeDSecure = (): Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure => ({
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: '00000000-0000-4000-8000-000000000001',
  version: '2.2.0',
})

/** Whether an authorisation allows several captures. */
export const capturesSeveral = (charge: Stripe.Charge): boolean =>
  charge.payment_method_details?.card?.multicapture?.status === 'available'

const listing = parameters<Stripe.ChargeListParams>()({ ...paging, customer: text, payment_intent: text })
const changes = parameters<Stripe.ChargeUpdateParams>()({ description: text, metadata })

export const chargeRoutes = [
  route('GET', '/v1/charges', 'charges:read', listing, (state, params) =>
    paged(
      state.charges,
      '/v1/charges',
      params,
      ({ customer, payment_intent }) =>
        (params.customer === undefined || customer === params.customer) &&
        (params.payment_intent === undefined || payment_intent === params.payment_intent),
    ),
  ),
  get('/v1/charges/:id', 'charges:read', (state, id) => state.charges.get(id)),
  route('POST', '/v1/charges/:id', 'charges:write', changes, (state, params, id) => {
    const charge = state.charges.get(id)
    if (params.description !== undefined) charge.description = params.description
    charge.metadata = merged(charge.metadata, params.metadata)
    state.emit('charge.updated', charge)
    return charge
  }),
]
