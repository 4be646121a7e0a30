import { z } from 'zod'
import { responseToError } from '@/server/http/respond'
import { Order, OrderChanges, OrderOutcome } from '@/server/model/order/schemas'
import { createOrder } from '@/server/order/create-order'
import { OrderListQuery, orderListing } from '@/server/order/list-orders'
import { OrderCreatable } from '@/server/order/order-creatable'
import { changeOrders } from '@/server/payment/change-orders'
import { changesResponse } from '@/server/rest/changes-response'
import { endpoint } from '@/server/rest/handle'
import { created, ok, pageResponse } from '@/server/rest/responses'
import { orderResponse } from '@/server/store/order-response'

export const POST = endpoint(
  {
    method: 'POST',
    path: '/order',
    id: 'createOrder',
    tag: 'Orders',
    summary: 'Create an order',
    description:
      'Authorises the amount on a card of an account, or on a one-time card token. The private key pays with the default card ' +
      'of the account. A public key pays with the first card that a public or private key added, never with one that the ' +
      'customer added on the account page, and may set a `callback` only to hosts that the merchant allows. After too many ' +
      'declined cards public keys get 429 with `Retry-After`. The private key confirms an account that it orders by.',
    keys: ['public', 'private'],
    body: OrderCreatable,
    responses: created(Order, 'The order'),
    errors: ['invalid content', 'too many requests', 'backend failure', 'backend timeout'],
  },
  async ({ context, body }) => ({ body: orderResponse(await createOrder(context, body)) }),
)

export const GET = endpoint(
  {
    method: 'GET',
    path: '/order',
    id: 'listOrders',
    tag: 'Orders',
    summary: 'List orders',
    description:
      'Newest first. A page ends at `limit` orders or at about 2 MB; the `Link` header has the next one.',
    keys: ['private'],
    query: OrderListQuery,
    responses: ok(z.array(Order), 'A page of orders'),
  },
  async ({ context, query, request }) =>
    pageResponse(request, await orderListing(context, query), orderResponse),
)

export const PATCH = endpoint(
  {
    method: 'PATCH',
    path: '/order',
    id: 'changeOrders',
    tag: 'Orders',
    summary: 'Charge, cancel or refund several orders',
    description: 'Each order stands alone: its events are applied in turn, up to the first that fails.',
    keys: ['private'],
    body: OrderChanges,
    responses: {
      200: { schema: z.array(OrderOutcome), description: 'All events went through' },
      207: { schema: z.array(OrderOutcome), description: 'Some did not; see the `error` of each' },
    },
  },
  async ({ context, body, requestId }) =>
    changesResponse(await changeOrders(context, body), (error) => responseToError(error, requestId)),
)
