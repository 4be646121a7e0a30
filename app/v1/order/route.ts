import * as z from 'zod'
import { responseToError } from '@/server/http/respond'
import { errorExample } from '@/server/model/error-object'
import { examples } from '@/server/model/examples'
import { Order, OrderChanges, OrderOutcome } from '@/server/model/order/schemas'
import { createOrder } from '@/server/order/create-order'
import { OrderListQuery, orderListing } from '@/server/order/list-orders'
import { OrderCreatable } from '@/server/order/order-creatable'
import { changeOrders } from '@/server/payment/change-orders'
import { changesResponse } from '@/server/rest/changes-response'
import { endpoint } from '@/server/rest/handle'
import { created, pageOf, pageResponse } from '@/server/rest/responses'
import { orderResponse } from '@/server/store/order-response'

export const POST = endpoint(
  {
    method: 'POST',
    path: '/order',
    id: 'createOrder',
    tag: 'Orders',
    summary: 'Create an order',
    description:
      'Authorises the amount on a card of an account or on a one-time card token. A private key pays with the default card ' +
      'of the account and confirms the account. A public key pays with the first card added with a public or private key, ' +
      'never with one that the customer added on the account page, and can set `callback` only to hosts that the merchant ' +
      'allows. After too many orders on one account or declined cards, public keys get 429 with `Retry-After`.',
    keys: ['public', 'private'],
    body: OrderCreatable,
    examples: {
      'An amount, on a one-time card token': {
        number: '2026-0001',
        items: 100,
        currency: 'SEK',
        payment: { type: 'card', card: '$CARD_TOKEN' },
      },
      'Lines, on the default card of an account': {
        number: '2026-0002',
        items: [
          { name: 'Coffee', quantity: 2, unit: 'bag', price: 79.2, vat: 12 },
          { name: 'Delivery', price: 39.2, vat: 25 },
        ],
        currency: 'SEK',
        payment: { type: 'account', account: '$ACCOUNT' },
      },
    },
    cardProperty: 'payment.card',
    needsFirst: ({ body: { payment } }) =>
      payment.type === 'account' ? { payer: payment.account } : undefined,
    responses: created(Order, 'The order'),
    errors: ['invalid content', 'too many requests', 'backend failure', 'backend timeout'],
  },
  async ({ context, body, found }) => ({
    body: orderResponse(await createOrder(context, body, { payer: found.payer })),
  }),
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
    responses: pageOf(Order, 'A page of orders'),
  },
  async ({ context, query, request }) =>
    pageResponse(request, await orderListing(context, query), (row) => orderResponse(row)),
)

export const PATCH = endpoint(
  {
    method: 'PATCH',
    path: '/order',
    id: 'changeOrders',
    tag: 'Orders',
    summary: 'Charge, cancel or refund several orders',
    description:
      'Orders are independent. The events of each are applied in turn, up to the first that fails.',
    keys: ['private'],
    body: OrderChanges,
    examples: {
      'Two orders': [
        { id: '$ORDER', event: [{ type: 'charge', items: 40 }, { type: 'cancel' }] },
        { id: '$ANOTHER_ORDER', event: [{ type: 'cancel' }] },
      ],
    },
    responses: {
      200: { schema: z.array(OrderOutcome), description: 'All events were applied' },
      207: {
        schema: z.array(OrderOutcome),
        description: 'Some events failed; see the `error` of each order',
        example: [
          { id: examples.order.id, event: [examples.event] },
          { id: 'bTqLmWzKcVrXnPdG', event: [], error: errorExample },
        ],
      },
    },
    retryAfter: [207],
  },
  async ({ context, body, requestId }) =>
    changesResponse(await changeOrders(context, body), (error) => responseToError(error, requestId)),
)
