import type Stripe from 'stripe'
import { invalid } from '../errors'
import { eventTypes } from '../event-types'
import { paged, pages } from '../paging'
import { flag, list, merged, metadata, oneOf, parameters, required, text, unsettable } from '../params'
import { get, route } from '../route'
import { apiVersion, type DoubleState } from '../state'

const maxEndpoints = 16

const types = list(oneOf('*', ...eventTypes))
const creation = parameters<Stripe.WebhookEndpointCreateParams>()({
  api_version: oneOf(apiVersion),
  description: unsettable(text),
  enabled_events: required(types),
  metadata,
  url: required(text),
})
const changes = parameters<Stripe.WebhookEndpointUpdateParams>()({
  description: unsettable(text),
  disabled: flag,
  enabled_events: types,
  metadata,
  url: text,
})
const listing = parameters<Stripe.WebhookEndpointListParams>()(pages)
const none = parameters<object>()({})

/** Only the response to the creation has the secret. */
function create(state: DoubleState, params: ReturnType<typeof creation>): Stripe.WebhookEndpoint {
  if (state.webhookEndpoints.newest().length >= maxEndpoints)
    throw invalid('An account has at most 16 webhook endpoints.')
  const endpoint: Stripe.WebhookEndpoint = {
    id: state.id('we_1'),
    object: 'webhook_endpoint',
    api_version: params.api_version ?? null,
    application: null,
    created: state.clock.now(),
    description: params.description ?? null,
    enabled_events: params.enabled_events,
    livemode: state.livemode,
    metadata: merged({}, params.metadata),
    status: 'enabled',
    url: checkUrl(state, params.url),
  }
  const secret = state.id('whsec_', 32)
  state.secrets.set(endpoint.id, secret)
  state.webhookEndpoints.add(endpoint)
  return { ...endpoint, secret }
}

function checkUrl(state: DoubleState, url: string): string {
  const { protocol } = URL.canParse(url) ? new URL(url) : { protocol: '' }
  const allowed = state.livemode ? ['https:'] : ['https:', 'http:']
  if (!allowed.includes(protocol)) throw invalid('Invalid URL.', { code: 'url_invalid', param: 'url' })
  return url
}

const path = '/v1/webhook_endpoints'

export const webhookEndpointRoutes = [
  route('POST', path, 'webhooks:write', creation, create),
  route('GET', path, 'webhooks:read', listing, (state, params) =>
    paged(state.webhookEndpoints, path, params, () => true),
  ),
  get(`${path}/:id`, 'webhooks:read', (state, id) => state.webhookEndpoints.get(id)),
  route('POST', `${path}/:id`, 'webhooks:write', changes, (state, params, id) => {
    const endpoint = state.webhookEndpoints.get(id)
    if (params.description !== undefined) endpoint.description = params.description
    if (params.disabled !== undefined) endpoint.status = params.disabled ? 'disabled' : 'enabled'
    if (params.enabled_events) endpoint.enabled_events = params.enabled_events
    if (params.url !== undefined) endpoint.url = checkUrl(state, params.url)
    endpoint.metadata = merged(endpoint.metadata, params.metadata)
    return endpoint
  }),
  route('DELETE', `${path}/:id`, 'webhooks:write', none, (state, _params, id) => {
    state.webhookEndpoints.delete(state.webhookEndpoints.get(id).id)
    const deleted: Stripe.DeletedWebhookEndpoint = { id, object: 'webhook_endpoint', deleted: true }
    return deleted
  }),
]
