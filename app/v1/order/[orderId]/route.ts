import { Order } from '@/server/model/order/schemas'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'
import { ok } from '@/server/rest/responses'
import { orderResponse } from '@/server/store/order-response'
import { requireOrder } from '@/server/store/read-orders'

export const GET = endpoint(
  {
    method: 'GET',
    path: '/order/{orderId}',
    id: 'getOrder',
    tag: 'Orders',
    summary: 'Get an order',
    keys: ['private'],
    responses: ok(Order, 'The order'),
    errors: ['not found'],
  },
  async ({ context, params }) => ({
    body: orderResponse(await requireOrder(context, param(params, 'orderId'))),
  }),
)
