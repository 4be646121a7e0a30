import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { ApiError, invalid } from '../errors'
import { paged, pages } from '../paging'
import { integer, merged, metadata, oneOf, parameters, required, shape, text, unsettable } from '../params'
import { get, publishable, route, type StripeCaller } from '../route'
import { type DoubleState, idOf } from '../state'
import { cardByNumber, type TestCard, testCard } from '../test-cards'
import { cardError } from './card-error'

const address = shape({
  city: text,
  country: text,
  line1: text,
  line2: text,
  postal_code: text,
  state: text,
})
const billing = shape({
  address: unsettable(address),
  email: unsettable(text),
  name: unsettable(text),
  phone: unsettable(text),
})

const creation = parameters<Stripe.PaymentMethodCreateParams>()({
  allow_redisplay: oneOf('always', 'limited', 'unspecified'),
  billing_details: billing,
  card: shape({ cvc: text, exp_month: integer(), exp_year: integer(), number: text, token: text }),
  metadata,
  type: required(oneOf('card')),
})
const changes = parameters<Stripe.PaymentMethodUpdateParams>()({
  allow_redisplay: oneOf('always', 'limited', 'unspecified'),
  billing_details: billing,
  card: shape({ exp_month: integer(), exp_year: integer() }),
  metadata,
})
const attaching = parameters<Stripe.PaymentMethodAttachParams>()({ customer: required(text) })
const detaching = parameters<Stripe.PaymentMethodDetachParams>()({})
const listing = parameters<Stripe.PaymentMethodListParams>()({
  ...pages,
  customer: text,
  type: oneOf('card'),
})

type Billing = ReturnType<typeof changes>['billing_details']

interface Entered {
  card: TestCard
  expiry: { month: number; year: number }
  cvc: boolean
}

/** Stores a payment method for a card. Its number is not part of it. */
function addMethod(state: DoubleState, { card, expiry, cvc }: Entered): Stripe.PaymentMethod {
  const method: Stripe.PaymentMethod = {
    id: state.id('pm_1'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: noAddress(), email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: cvc ? 'unchecked' : null,
      },
      country: card.country,
      display_brand: card.brand,
      exp_month: expiry.month,
      exp_year: expiry.year,
      fingerprint: fingerprintOf(state, card),
      funding: card.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: state.clock.now(),
    customer: null,
    customer_account: null,
    livemode: state.livemode,
    metadata: {},
    type: 'card',
  }
  state.cards.set(method.id, card)
  return state.paymentMethods.add(method)
}

/** The same for the same number at the same account. */
const fingerprintOf = ({ accountId }: DoubleState, { number }: TestCard) =>
  createHash('sha256').update(`${accountId} ${number}`).digest('hex').slice(0, 16)

const noAddress = (): Stripe.Address => ({
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
})

/** The payment method with an id. Each use of a test id such as `pm_card_visa` is a new payment method. */
export function methodNamed(state: DoubleState, id: string, param?: string): Stripe.PaymentMethod {
  const card = testCard(id)
  if (card && id.startsWith('pm_')) return addMethod(state, { card, expiry: nextYear(state), cvc: true })
  return param === undefined ? state.paymentMethods.get(id) : state.paymentMethods.named(id, param)
}

const nextYear = (state: DoubleState) => ({
  month: 12,
  year: new Date(state.clock.now() * 1000).getUTCFullYear() + 1,
})

export function cardOf(state: DoubleState, method: Stripe.PaymentMethod): TestCard {
  const card = state.cards.get(method.id)
  if (!card) throw new Error(`no card behind ${method.id}`)
  return card
}

function create(
  state: DoubleState,
  params: ReturnType<typeof creation>,
  caller: StripeCaller,
): Stripe.PaymentMethod {
  const { card: entered } = params
  if (!entered)
    throw invalid('Missing required parameter: card.', { code: 'parameter_missing', param: 'card' })
  const method = addMethod(state, readCard(state, entered, caller))
  if (params.allow_redisplay) method.allow_redisplay = params.allow_redisplay
  applyBilling(method, params.billing_details)
  method.metadata = merged({}, params.metadata)
  return method
}

function readCard(
  state: DoubleState,
  entered: NonNullable<ReturnType<typeof creation>['card']>,
  caller: StripeCaller,
): Entered {
  const { token, number, exp_month: month, exp_year: year, cvc } = entered
  if (token !== undefined) {
    const card = token.startsWith('tok_') ? testCard(token) : undefined
    if (!card)
      throw invalid(`There is no token '${token}'.`, { code: 'resource_missing', param: 'card[token]' })
    return { card, expiry: nextYear(state), cvc: true }
  }
  if (!caller.publishable && !state.settings.rawNumbers)
    throw invalid('Card numbers may not be sent with a secret key.', {}, 402)
  if (number === undefined || month === undefined || year === undefined) {
    const param = `card[${number === undefined ? 'number' : month === undefined ? 'exp_month' : 'exp_year'}]`
    throw invalid(`Missing required parameter: ${param}.`, { code: 'parameter_missing', param })
  }
  const digits = number.replaceAll(/[ -]/g, '')
  if (!/^\d{12,19}$/.test(digits)) throw refuse('invalid_number', 'number')
  if (!passesLuhn(digits)) throw refuse('incorrect_number', 'number')
  if (month < 1 || month > 12) throw refuse('invalid_expiry_month', 'exp_month')
  const fullYear = year < 100 ? 2000 + year : year
  const today = new Date(state.clock.now() * 1000)
  const monthsLeft = (fullYear - today.getUTCFullYear()) * 12 + month - (today.getUTCMonth() + 1)
  if (monthsLeft < 0 || monthsLeft > 50 * 12) throw refuse('invalid_expiry_year', 'exp_year')
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) throw refuse('invalid_cvc', 'cvc')
  return { card: cardByNumber(digits), expiry: { month, year: fullYear }, cvc: cvc !== undefined }
}

const refuse = (code: string, param: string) =>
  new ApiError(402, { type: 'card_error', message: `The card's ${param} is not valid.`, code, param })

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

function applyBilling({ billing_details: details }: Stripe.PaymentMethod, change: Billing): void {
  if (change?.name !== undefined) details.name = change.name
  if (change?.email !== undefined) details.email = change.email
  if (change?.phone !== undefined) details.phone = change.phone
  if (change?.address !== undefined) {
    const known = Object.entries(change.address ?? {}).filter(([, value]) => value !== undefined)
    details.address = { ...noAddress(), ...Object.fromEntries(known) }
  }
}

/** Attaches a payment method to a customer. The issuer may decline that. */
export function attach(state: DoubleState, method: Stripe.PaymentMethod, customer: string): void {
  if (idOf(method.customer) === customer) return
  if (state.usedUp.has(method.id) || method.customer !== null)
    throw invalid('This payment method was used, detached or attached before, and cannot be attached.')
  const { decline, attaches } = cardOf(state, method)
  if (decline !== undefined && !attaches) throw cardError(decline, {})
  method.customer = customer
  if (method.card?.checks?.cvc_check === 'unchecked') method.card.checks.cvc_check = 'pass'
  state.emit('payment_method.attached', method)
}

function detach(state: DoubleState, id: string): Stripe.PaymentMethod {
  const method = state.paymentMethods.get(id)
  const { customer } = method
  if (customer === null)
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  method.customer = null
  state.usedUp.add(method.id)
  state.emit('payment_method.detached', method, { customer })
  return method
}

/** Updates a stored card by itself, because its bank has issued a new one that is valid for three more years. */
export function renewCard(state: DoubleState, method: Stripe.PaymentMethod, number: string): void {
  const { card } = method
  if (!card) throw invalid('This payment method is not a card.')
  const renewed = cardByNumber(number)
  state.cards.set(method.id, renewed)
  card.brand = renewed.brand
  card.last4 = number.slice(-4)
  card.fingerprint = fingerprintOf(state, renewed)
  card.exp_year += 3
  state.emit('payment_method.automatically_updated', method)
}

/** The payment methods of one customer, which is the only way to list them. */
export function methodsOf(
  state: DoubleState,
  customer: string | undefined,
  url: string,
  params: Parameters<typeof paged>[2],
): Stripe.ApiList<Stripe.PaymentMethod> {
  return paged(
    state.paymentMethods,
    url,
    params,
    (method) => customer !== undefined && method.customer === customer,
  )
}

export const paymentMethodRoutes = [
  publishable(
    route('POST', '/v1/payment_methods', 'payment_methods:write', creation, (state, params, _id, caller) =>
      create(state, params, caller),
    ),
  ),
  route('GET', '/v1/payment_methods', 'payment_methods:read', listing, (state, params) =>
    methodsOf(state, params.customer, '/v1/payment_methods', params),
  ),
  get('/v1/payment_methods/:id', 'payment_methods:read', (state, id) => methodNamed(state, id)),
  route('POST', '/v1/payment_methods/:id', 'payment_methods:write', changes, (state, params, id) => {
    const method = state.paymentMethods.get(id)
    const { card } = method
    if (card && params.card?.exp_month !== undefined) card.exp_month = params.card.exp_month
    if (card && params.card?.exp_year !== undefined) card.exp_year = params.card.exp_year
    if (params.allow_redisplay) method.allow_redisplay = params.allow_redisplay
    applyBilling(method, params.billing_details)
    method.metadata = merged(method.metadata, params.metadata)
    state.emit('payment_method.updated', method)
    return method
  }),
  route('POST', '/v1/payment_methods/:id/attach', 'payment_methods:write', attaching, (state, params, id) => {
    const method = methodNamed(state, id)
    attach(state, method, state.customers.named(params.customer, 'customer').id)
    return method
  }),
  route('POST', '/v1/payment_methods/:id/detach', 'payment_methods:write', detaching, (state, _params, id) =>
    detach(state, id),
  ),
]
