import type Stripe from 'stripe'
import { invalid } from '../errors'
import { paged, pages, paging } from '../paging'
import { merged, metadata, oneOf, parameters, shape, text, unsettable } from '../params'
import { get, route } from '../route'
import type { DoubleState } from '../state'
import { attach, methodNamed, methodsOf } from './payment-methods'

const settings = shape({ default_payment_method: text })
const creation = parameters<Stripe.CustomerCreateParams>()({
  description: text,
  email: text,
  invoice_settings: settings,
  metadata,
  name: text,
  payment_method: text,
  phone: text,
})
const changes = parameters<Stripe.CustomerUpdateParams>()({
  description: unsettable(text),
  email: unsettable(text),
  invoice_settings: settings,
  metadata,
  name: unsettable(text),
  phone: unsettable(text),
})
const listing = parameters<Stripe.CustomerListParams>()({ ...paging, email: text })
const methods = parameters<Stripe.CustomerListPaymentMethodsParams>()({ ...pages, type: oneOf('card') })
const none = parameters<Stripe.CustomerDeleteParams>()({})

function create(state: DoubleState, params: ReturnType<typeof creation>): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: state.id('cus_', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: state.clock.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    email: params.email ?? null,
    invoice_prefix: state.id('', 8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: state.livemode,
    metadata: merged({}, params.metadata),
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: params.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
  if (params.payment_method !== undefined)
    attach(state, methodNamed(state, params.payment_method, 'payment_method'), customer.id)
  applyDefault(state, customer, params.invoice_settings?.default_payment_method)
  state.customers.add(customer)
  state.emit('customer.created', customer)
  return customer
}

function applyDefault(state: DoubleState, customer: Stripe.Customer, method: string | undefined): void {
  if (method === undefined) return
  const param = 'invoice_settings[default_payment_method]'
  if (state.paymentMethods.named(method, param).customer !== customer.id)
    throw invalid('The payment method must be attached to the customer.', { param })
  customer.invoice_settings.default_payment_method = method
}

function update(state: DoubleState, params: ReturnType<typeof changes>, id: string): Stripe.Customer {
  const customer = state.customers.get(id)
  const { description, email, name, phone } = params
  if (description !== undefined) customer.description = description
  if (email !== undefined) customer.email = email
  if (name !== undefined) customer.name = name
  if (phone !== undefined) customer.phone = phone
  customer.metadata = merged(customer.metadata, params.metadata)
  applyDefault(state, customer, params.invoice_settings?.default_payment_method)
  state.emit('customer.updated', customer)
  return customer
}

/** Deletes a customer and detaches its cards. A deleted customer can still be read, as deleted. */
function remove(state: DoubleState, id: string): Stripe.DeletedCustomer {
  const customer = state.customers.get(id)
  state.customers.delete(id)
  state.deletedCustomers.add(id)
  for (const method of state.paymentMethods.newest())
    if (method.customer === id) {
      method.customer = null
      state.usedUp.add(method.id)
    }
  state.emit('customer.deleted', customer)
  return deleted(id)
}

const deleted = (id: string): Stripe.DeletedCustomer => ({ id, object: 'customer', deleted: true })

export const customerRoutes = [
  route('POST', '/v1/customers', 'customers:write', creation, create),
  route('GET', '/v1/customers', 'customers:read', listing, (state, params) =>
    paged(
      state.customers,
      '/v1/customers',
      params,
      ({ email }) => params.email === undefined || email === params.email,
    ),
  ),
  get('/v1/customers/:id', 'customers:read', (state, id) =>
    state.deletedCustomers.has(id) ? deleted(id) : state.customers.get(id),
  ),
  route('POST', '/v1/customers/:id', 'customers:write', changes, update),
  route('DELETE', '/v1/customers/:id', 'customers:write', none, (state, _params, id) => remove(state, id)),
  route('GET', '/v1/customers/:id/payment_methods', 'customers:read', methods, (state, params, id) =>
    methodsOf(state, state.customers.get(id).id, `/v1/customers/${id}/payment_methods`, params),
  ),
]
