import type Stripe from 'stripe'
import { invalid, unexpectedState } from '../errors'
import { checkAmount } from '../money'
import { paged } from '../paging'
import { merged } from '../params'
import { publishable, route, type StripeCaller } from '../route'
import { type DoubleState, idOf } from '../state'
import { cancelIntent, captureIntent } from './capture-intent'
import { type Confirmation, confirmIntent } from './confirm-intent'
import { checkMethod } from './intent-method'
import {
  cancellation,
  capture,
  changes,
  confirmation,
  confirming,
  creation,
  listing,
  retrieval,
} from './payment-intent-params'
import { methodNamed } from './payment-methods'

type Created = ReturnType<typeof creation>

function create(state: DoubleState, params: Created): Stripe.PaymentIntent {
  const { confirm = false, payment_method, allowed_payment_method_types: types } = params
  const misplaced = Object.keys(confirming).find((name) => Object.hasOwn(params, name))
  if (!confirm && misplaced !== undefined)
    throw invalid(`${misplaced} needs confirm.`, { code: 'parameter_unknown', param: misplaced })
  if (types && params.automatic_payment_methods)
    throw invalid('Send allowed_payment_method_types or automatic_payment_methods, not both.', {
      code: 'parameters_exclusive',
      param: 'automatic_payment_methods',
    })
  checkAmount(params.amount, params.currency)
  if (params.customer !== undefined) state.customers.named(params.customer, 'customer')
  const automatic = types ? null : (params.automatic_payment_methods ?? { enabled: true })
  if (confirm && automatic?.enabled && automatic.allow_redirects !== 'never' && !stays(params))
    throw invalid('A return_url is needed, because some payment methods leave the page.', {
      code: 'parameter_missing',
      param: 'return_url',
    })
  const method = payment_method === undefined ? null : methodNamed(state, payment_method, 'payment_method')
  if (method) checkMethod(state, method, params.customer ?? null)

  const intent = state.paymentIntents.add(draft(state, params, method?.id ?? null))
  if (automatic)
    intent.automatic_payment_methods = {
      enabled: automatic.enabled,
      allow_redirects: automatic.allow_redirects ?? 'always',
    }
  state.emit('payment_intent.created', intent)
  return confirm ? confirmIntent(state, intent, confirmationOf(params)) : intent
}

/** Whether the customer stays on the page or is not there at all. */
const stays = ({ return_url, off_session, use_stripe_sdk, error_on_requires_action }: Created) =>
  return_url !== undefined || off_session || use_stripe_sdk || error_on_requires_action

function draft(state: DoubleState, params: Created, method: string | null): Stripe.PaymentIntent {
  const id = state.id('pi_3')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount: params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: `${id}_secret_${state.random.text(25)}`,
    confirmation_method: params.confirmation_method ?? 'automatic',
    created: state.clock.now(),
    currency: params.currency,
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: state.livemode,
    managed_payments: null,
    metadata: merged({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: method,
    payment_method_configuration_details: null,
    payment_method_options: optionsOf(params.payment_method_options),
    payment_method_types: params.allowed_payment_method_types ?? ['card'],
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email ?? null,
    review: null,
    setup_future_usage: params.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: params.statement_descriptor ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: params.transfer_group ?? null,
  }
}

function optionsOf(asked: Created['payment_method_options']): Stripe.PaymentIntent.PaymentMethodOptions {
  const { request_multicapture, request_three_d_secure = 'automatic' } = asked?.card ?? {}
  return {
    card: {
      installments: null,
      mandate_options: null,
      network: null,
      ...(request_multicapture && { request_multicapture }),
      request_three_d_secure,
    },
  }
}

const confirmationOf = (params: ReturnType<typeof confirmation>): Confirmation => ({
  offSession: params.off_session !== undefined && params.off_session !== false,
  returnUrl: params.return_url,
  errorOnAction: params.error_on_requires_action ?? false,
})

type Changed = ReturnType<typeof changes>

/** Applies what an update or a confirmation changes. */
function change(state: DoubleState, intent: Stripe.PaymentIntent, params: Changed): void {
  if (params.customer !== undefined) intent.customer = state.customers.named(params.customer, 'customer').id
  if (params.payment_method !== undefined) {
    const method = methodNamed(state, params.payment_method, 'payment_method')
    checkMethod(state, method, idOf(intent.customer))
    intent.payment_method = method.id
    intent.status = 'requires_confirmation'
  }
  if (params.currency !== undefined) intent.currency = params.currency
  if (params.amount !== undefined) intent.amount = params.amount
  checkAmount(intent.amount, intent.currency)
  if (params.allowed_payment_method_types) {
    intent.allowed_payment_method_types = params.allowed_payment_method_types
    intent.payment_method_types = params.allowed_payment_method_types
  }
  if (params.capture_method) intent.capture_method = params.capture_method
  if (params.payment_method_options) intent.payment_method_options = optionsOf(params.payment_method_options)
  if (params.setup_future_usage) intent.setup_future_usage = params.setup_future_usage
  if (params.receipt_email !== undefined) intent.receipt_email = params.receipt_email
  if (params.description !== undefined) intent.description = params.description
  if (params.statement_descriptor) intent.statement_descriptor = params.statement_descriptor
  if (params.statement_descriptor_suffix)
    intent.statement_descriptor_suffix = params.statement_descriptor_suffix
  if (params.transfer_group) intent.transfer_group = params.transfer_group
  intent.metadata = merged(intent.metadata, params.metadata)
}

function update(state: DoubleState, params: Changed, id: string): Stripe.PaymentIntent {
  const intent = state.paymentIntents.get(id)
  const open = ['requires_payment_method', 'requires_confirmation', 'requires_action']
  const { metadata: _metadata, description: _description, ...rest } = params
  if (!open.includes(intent.status) && Object.keys(rest).length)
    throw unexpectedState(`An intent that is ${intent.status} cannot be changed this way.`, intent)
  change(state, intent, params)
  return intent
}

function confirm(
  state: DoubleState,
  { client_secret, ...params }: ReturnType<typeof confirmation>,
  id: string,
  caller: StripeCaller,
): Stripe.PaymentIntent {
  const intent = revealed(state, client_secret, id, caller)
  const waiting = ['requires_payment_method', 'requires_confirmation']
  const again = intent.status === 'requires_action' && params.payment_method !== undefined
  if (!waiting.includes(intent.status) && !again)
    throw unexpectedState(`An intent that is ${intent.status} cannot be confirmed.`, intent)
  change(state, intent, params)
  return confirmIntent(state, intent, confirmationOf(params))
}

/** The intent that a path names. Stripe.js must also know its client secret. */
function revealed(
  state: DoubleState,
  secret: string | undefined,
  id: string,
  { publishable: inBrowser }: StripeCaller,
) {
  const intent = state.paymentIntents.get(id)
  if ((inBrowser || secret !== undefined) && intent.client_secret !== secret)
    throw invalid('The client secret is not that of this intent.', { param: 'client_secret' })
  return intent
}

const path = '/v1/payment_intents'

export const paymentIntentRoutes = [
  route('POST', path, 'payment_intents:write', creation, create),
  route('GET', path, 'payment_intents:read', listing, (state, params) => {
    const { customer } = params
    if (customer !== undefined) state.customers.named(customer, 'customer')
    return paged(
      state.paymentIntents,
      path,
      params,
      (intent) => customer === undefined || intent.customer === customer,
    )
  }),
  publishable(
    route('GET', `${path}/:id`, 'payment_intents:read', retrieval, (state, { client_secret }, id, caller) =>
      revealed(state, client_secret, id, caller),
    ),
  ),
  route('POST', `${path}/:id`, 'payment_intents:write', changes, update),
  publishable(route('POST', `${path}/:id/confirm`, 'payment_intents:write', confirmation, confirm)),
  route('POST', `${path}/:id/capture`, 'payment_intents:write', capture, (state, params, id) =>
    captureIntent(state, state.paymentIntents.get(id), params),
  ),
  route('POST', `${path}/:id/cancel`, 'payment_intents:write', cancellation, (state, params, id) =>
    cancelIntent(state, state.paymentIntents.get(id), params.cancellation_reason ?? null),
  ),
]
