import { eventAnswer } from '@/server/order/answer'
import { operateOrder } from '@/server/order/operate'
import { Event, EventCreatable } from '@/server/order/schemas'
import { made } from '@/server/rest/answers'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'

export const POST = endpoint(
  {
    method: 'POST',
    path: '/order/{orderId}/event',
    id: 'operateOrder',
    tag: 'Orders',
    summary: 'Charge, cancel or refund an order',
    description: 'In whole, or the amount or the lines in `items`.',
    keys: ['private'],
    body: EventCreatable,
    answers: made(Event, 'The recorded event'),
    errors: ['not found', 'invalid content', 'backend failure', 'backend timeout'],
  },
  async ({ context, params, body }) => ({
    body: eventAnswer(await operateOrder(context, param(params, 'orderId'), body)),
  }),
)
