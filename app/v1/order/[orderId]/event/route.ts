import { fail } from '@/server/model/errors'
import { Event, EventCreatable } from '@/server/model/order/schemas'
import { chargeCancelOrRefund } from '@/server/payment/charge-cancel-refund'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'
import { created } from '@/server/rest/responses'
import { eventResponse } from '@/server/store/order-response'

export const POST = endpoint(
  {
    method: 'POST',
    path: '/order/{orderId}/event',
    id: 'chargeCancelOrRefund',
    tag: 'Orders',
    summary: 'Charge, cancel or refund an order',
    description: 'In full, or the amount or lines in `items`.',
    keys: ['private'],
    body: EventCreatable,
    needsFirst: ({ params }) => ({ order: param(params, 'orderId') }),
    examples: {
      'Charge an amount': { type: 'charge', items: 40 },
      'Charge everything that is left': { type: 'charge' },
      'Charge one unit of a line, for an order with lines': {
        type: 'charge',
        items: [{ name: 'Coffee', quantity: 1 }],
      },
      'Refund everything that was charged': { type: 'refund' },
    },
    responses: created(Event, 'The recorded event'),
    errors: ['not found', 'invalid content', 'backend failure', 'backend timeout'],
    retryAfter: [400],
    shownErrors: [fail('order.overcharge', { event: 'charge', left: { amount: 6000n, currency: 'SEK' } })],
  },
  async ({ context, params, body, found }) => {
    const request = { orderId: param(params, 'orderId'), event: body, snapshot: found.order }
    const { event } = await chargeCancelOrRefund(context, request)
    return { body: eventResponse(event) }
  },
)
