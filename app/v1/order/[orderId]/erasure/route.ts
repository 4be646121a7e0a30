import { eraseOrder } from '@/server/erasure/erase-order'
import { fail } from '@/server/model/errors'
import { examples } from '@/server/model/examples'
import { Order } from '@/server/model/order/schemas'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'
import { ok } from '@/server/rest/responses'
import { orderResponse } from '@/server/store/order-response'
import { requireOrder } from '@/server/store/read-orders'

export const POST = endpoint(
  {
    method: 'POST',
    path: '/order/{orderId}/erasure',
    id: 'eraseOrder',
    tag: 'Orders',
    summary: 'Erase the personal data of an order without an account',
    description:
      'Erases what Kassa knows about the person who paid an order with a card token, for good: IP address and browser, ' +
      'metadata, tags, notes, and metadata in callbacks. The order, its events and its documents stay, because the law ' +
      'requires you to keep books. Refused while something is still reserved or unpaid, a payment has no outcome or no ' +
      'document yet, or a dispute is open. The data of an order by account is erased with the account. Send ' +
      'the request again to erase what was added since.',
    keys: ['private'],
    responses: ok(Order, 'The order, without personal data'),
    errors: ['not found'],
    shownErrors: [
      fail('order.in-use', {
        obstacles: { subscriptions: 0, authorised: 1, unpaid: 0, running: 0, unbooked: 0, disputes: 0 },
      }),
      fail('order.has-account', { account: examples.account.id }),
    ],
  },
  async ({ context, params }) => {
    const id = param(params, 'orderId')
    await eraseOrder(context, id)
    return { body: orderResponse(await requireOrder(context, id)) }
  },
)
