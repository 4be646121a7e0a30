import type Stripe from 'stripe'
import { invalid } from '../errors'
import { paged, paging } from '../paging'
import { flag, list, parameters, text } from '../params'
import { get, route } from '../route'

const listing = parameters<Stripe.EventListParams>()({
  ...paging,
  delivery_success: flag,
  type: text,
  types: list(text),
})

/** `charge.*` stands for all events that begin with `charge.`. */
const matches = (type: string, pattern: string) =>
  pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)))

export const eventRoutes = [
  route('GET', '/v1/events', 'events:read', listing, (state, params) => {
    const { type, types, delivery_success: delivered } = params
    if (type !== undefined && types)
      throw invalid('Send type or types, not both.', { code: 'parameters_exclusive', param: 'type' })
    return paged(
      state.events,
      '/v1/events',
      params,
      (event) =>
        (type === undefined || matches(event.type, type)) &&
        (!types || types.includes(event.type)) &&
        (delivered === undefined || delivered === (event.pending_webhooks === 0)),
    )
  }),
  get('/v1/events/:id', 'events:read', (state, id) => state.events.get(id)),
]
