import type Stripe from 'stripe'
import { invalid, type StripeErrorBody } from '../errors'
import { paged, paging } from '../paging'
import { flag, list, merged, metadata, oneOf, parameters, required, shape, text } from '../params'
import { clientSecret, publishable, route, type StripeCaller } from '../route'
import { type DoubleState, idOf } from '../state'
import { cardError } from './card-error'
import { approvalAction, checkMethod } from './intent-method'
import { attach, cardOf, methodNamed } from './payment-methods'

const options = shape({ card: shape({ request_three_d_secure: oneOf('any', 'automatic', 'challenge') }) })

const creation = parameters<Stripe.SetupIntentCreateParams>()({
  allowed_payment_method_types: list(text),
  automatic_payment_methods: shape({ allow_redirects: oneOf('always', 'never'), enabled: required(flag) }),
  confirm: flag,
  customer: text,
  description: text,
  metadata,
  payment_method: text,
  payment_method_options: options,
  return_url: text,
  usage: oneOf('off_session', 'on_session'),
  use_stripe_sdk: flag,
})
const changes = parameters<Stripe.SetupIntentUpdateParams>()({
  customer: text,
  description: text,
  metadata,
  payment_method: text,
})
const confirmation = parameters<Stripe.SetupIntentConfirmParams & typeof clientSecret>()({
  ...clientSecret,
  payment_method: text,
  payment_method_options: options,
  return_url: text,
  use_stripe_sdk: flag,
})
const cancellation = parameters<Stripe.SetupIntentCancelParams>()({
  cancellation_reason: oneOf('abandoned', 'duplicate', 'requested_by_customer'),
})
const listing = parameters<Stripe.SetupIntentListParams>()({
  ...paging,
  customer: text,
  payment_method: text,
})
const retrieval = parameters<Stripe.SetupIntentRetrieveParams>()(clientSecret)

function create(state: DoubleState, params: ReturnType<typeof creation>): Stripe.SetupIntent {
  const { confirm: confirmed = false, customer, payment_method, return_url } = params
  if (!confirmed && return_url !== undefined)
    throw invalid('return_url needs confirm.', { code: 'parameter_unknown', param: 'return_url' })
  if (customer !== undefined) state.customers.named(customer, 'customer')
  const types = params.allowed_payment_method_types ?? null
  const id = state.id('seti_1')
  const automatic = types ? null : (params.automatic_payment_methods ?? { enabled: true })
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: types,
    application: null,
    automatic_payment_methods: automatic && { enabled: automatic.enabled },
    cancellation_reason: null,
    client_secret: `${id}_secret_${state.random.text(25)}`,
    created: state.clock.now(),
    customer: customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: state.livemode,
    mandate: null,
    metadata: merged({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        mandate_options: null,
        network: null,
        request_three_d_secure: params.payment_method_options?.card?.request_three_d_secure ?? 'automatic',
      },
    },
    payment_method_types: types ?? ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: params.usage ?? 'off_session',
  }
  choose(state, intent, payment_method)
  state.setupIntents.add(intent)
  state.emit('setup_intent.created', intent)
  return confirmed ? confirm(state, intent, return_url) : intent
}

function choose(state: DoubleState, intent: Stripe.SetupIntent, id: string | undefined): void {
  if (id === undefined) return
  const method = methodNamed(state, id, 'payment_method')
  checkMethod(state, method, idOf(intent.customer))
  intent.payment_method = method.id
  intent.status = 'requires_confirmation'
}

/** Stores the card, or waits for the cardholder's approval. */
function confirm(
  state: DoubleState,
  intent: Stripe.SetupIntent,
  returnUrl: string | undefined,
): Stripe.SetupIntent {
  const waiting = ['requires_payment_method', 'requires_confirmation', 'requires_action']
  const method = state.paymentMethods.find(idOf(intent.payment_method))
  if (!waiting.includes(intent.status) || !method)
    throw unexpected(`A setup intent that is ${intent.status} cannot be confirmed like this.`, intent)
  const { approval } = cardOf(state, method)
  state.memo(intent.id).returnUrl = returnUrl
  const requested = intent.payment_method_options?.card?.request_three_d_secure !== 'automatic'
  if (approval === 'always' || approval === 'until-set-up' || (approval === 'on-request' && requested)) {
    intent.status = 'requires_action'
    intent.next_action = approvalAction(state.origin, intent.id, returnUrl)
    state.emit('setup_intent.requires_action', intent)
    return intent
  }
  store(state, intent, method)
  return intent
}

function store(state: DoubleState, intent: Stripe.SetupIntent, method: Stripe.PaymentMethod): void {
  const { decline, attaches } = cardOf(state, method)
  const declined = state.nextDeclines.shift() ?? (attaches ? undefined : decline)
  intent.next_action = null
  if (declined !== undefined) {
    const error = cardError(declined, { payment_method: method })
    fail(state, intent, method, error.body)
    throw cardError(declined, { payment_method: method, setup_intent: intent })
  }
  attempt(state, intent, method, 'succeeded')
  intent.last_setup_error = null
  intent.status = 'succeeded'
  const customer = idOf(intent.customer)
  if (customer !== null) attach(state, method, customer)
  if (intent.usage === 'off_session') state.setUp.add(method.id)
  state.emit('setup_intent.succeeded', intent)
}

function fail(
  state: DoubleState,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  error: StripeErrorBody,
): void {
  attempt(state, intent, method, 'failed')
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_setup_error = structuredClone(error)
  state.emit('setup_intent.setup_failed', intent)
}

function attempt(
  state: DoubleState,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  status: 'succeeded' | 'failed',
): void {
  const made: Stripe.SetupAttempt = {
    id: state.id('setatt_1'),
    object: 'setup_attempt',
    application: null,
    created: state.clock.now(),
    customer: idOf(intent.customer),
    customer_account: null,
    flow_directions: null,
    livemode: state.livemode,
    on_behalf_of: null,
    payment_method: method.id,
    payment_method_details: { type: 'card' },
    setup_error: null,
    setup_intent: intent.id,
    status,
    usage: intent.usage,
  }
  intent.latest_attempt = state.setupAttempts.add(made).id
}

/** Continues a setup intent after the cardholder approved or refused on the bank's page. */
export function decideSetup(state: DoubleState, intent: Stripe.SetupIntent, approved: boolean): void {
  const method = state.paymentMethods.find(idOf(intent.payment_method))
  if (intent.status !== 'requires_action' || !method) return
  if (approved) store(state, intent, method)
  else
    fail(state, intent, method, {
      type: 'invalid_request_error',
      code: 'setup_intent_authentication_failure',
      message: 'The cardholder did not approve storing the card.',
      payment_method: structuredClone(method),
    })
}

const unexpected = (message: string, intent: Stripe.SetupIntent) =>
  invalid(message, { code: 'setup_intent_unexpected_state', setup_intent: structuredClone(intent) })

function revealed(
  state: DoubleState,
  secret: string | undefined,
  id: string,
  caller: StripeCaller,
): Stripe.SetupIntent {
  const intent = state.setupIntents.get(id)
  if ((caller.publishable || secret !== undefined) && intent.client_secret !== secret)
    throw invalid('The client secret is not that of this setup intent.', { param: 'client_secret' })
  return intent
}

const path = '/v1/setup_intents'

export const setupIntentRoutes = [
  route('POST', path, 'setup_intents:write', creation, create),
  route('GET', path, 'setup_intents:read', listing, (state, params) =>
    paged(
      state.setupIntents,
      path,
      params,
      ({ customer, payment_method }) =>
        (params.customer === undefined || customer === params.customer) &&
        (params.payment_method === undefined || payment_method === params.payment_method),
    ),
  ),
  publishable(
    route('GET', `${path}/:id`, 'setup_intents:read', retrieval, (state, params, id, caller) =>
      revealed(state, params.client_secret, id, caller),
    ),
  ),
  route('POST', `${path}/:id`, 'setup_intents:write', changes, (state, params, id) => {
    const intent = state.setupIntents.get(id)
    if (params.customer !== undefined) intent.customer = state.customers.named(params.customer, 'customer').id
    if (params.description !== undefined) intent.description = params.description
    intent.metadata = merged(intent.metadata, params.metadata)
    choose(state, intent, params.payment_method)
    return intent
  }),
  publishable(
    route('POST', `${path}/:id/confirm`, 'setup_intents:write', confirmation, (state, params, id, caller) => {
      const intent = revealed(state, params.client_secret, id, caller)
      if (['succeeded', 'canceled'].includes(intent.status))
        throw unexpected(`A setup intent that is ${intent.status} cannot be confirmed.`, intent)
      choose(state, intent, params.payment_method)
      return confirm(state, intent, params.return_url)
    }),
  ),
  route('POST', `${path}/:id/cancel`, 'setup_intents:write', cancellation, (state, params, id) => {
    const intent = state.setupIntents.get(id)
    if (['succeeded', 'canceled'].includes(intent.status))
      throw unexpected(`A setup intent that is ${intent.status} cannot be cancelled.`, intent)
    intent.status = 'canceled'
    intent.next_action = null
    intent.cancellation_reason = params.cancellation_reason ?? null
    state.emit('setup_intent.canceled', intent)
    return intent
  }),
]
