import { z } from 'zod'
import { changesAnswer, orderAnswer } from '@/server/order/answer'
import { createOrder } from '@/server/order/create'
import { changeOrders } from '@/server/order/operate'
import { listOrders, OrderListQuery } from '@/server/order/queries'
import { Order, OrderChanges, OrderCreatable, OrderOutcome } from '@/server/order/schemas'
import { made, ok, pageAnswer } from '@/server/rest/answers'
import { endpoint } from '@/server/rest/handle'
import { errorAnswer } from '@/server/rest/respond'

export const POST = endpoint(
  {
    method: 'POST',
    path: '/order',
    id: 'createOrder',
    tag: 'Orders',
    summary: 'Create an order',
    description: 'Authorises the amount on the default card of an account, or on a one-time card token.',
    keys: ['public', 'private'],
    body: OrderCreatable,
    answers: made(Order, 'The order'),
    errors: ['invalid content', 'backend failure', 'backend timeout'],
  },
  async ({ context, body }) => ({ body: orderAnswer(await createOrder(context, body)) }),
)

export const GET = endpoint(
  {
    method: 'GET',
    path: '/order',
    id: 'listOrders',
    tag: 'Orders',
    summary: 'List orders',
    description: 'Newest first. The next page stands in the `Link` header.',
    keys: ['private'],
    query: OrderListQuery,
    answers: ok(z.array(Order), 'A page of orders'),
  },
  async ({ context, query, request }) =>
    pageAnswer(request, await listOrders(context.db, context.merchant, query), orderAnswer),
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
    answers: {
      200: { schema: z.array(OrderOutcome), description: 'All events went through' },
      207: { schema: z.array(OrderOutcome), description: 'Some did not; see the `error` of each' },
    },
  },
  async ({ context, body, requestId }) =>
    changesAnswer(await changeOrders(context, body), (error) => errorAnswer(error, requestId)),
)
