import * as z from 'zod'
import { pageQuery } from '@/server/core/page'
import { Order } from '@/server/model/order/schemas'
import { accountOrderListing } from '@/server/order/list-orders'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'
import { pageOf, pageResponse } from '@/server/rest/responses'
import { orderResponse } from '@/server/store/order-response'

export const GET = endpoint(
  {
    method: 'GET',
    path: '/account/{accountId}/order',
    id: 'listAccountOrders',
    tag: 'Accounts',
    summary: 'List the orders of an account',
    description:
      'Newest first. A page ends at `limit` orders or at about 2 MB; the `Link` header has the next one.',
    keys: ['private', 'account'],
    query: z.strictObject(pageQuery),
    responses: pageOf(Order, 'A page of orders'),
    errors: ['not found'],
  },
  async ({ context, params, query, request }) =>
    pageResponse(
      request,
      await accountOrderListing(context, { accountId: param(params, 'accountId'), ...query }),
      (row) => orderResponse(row, context.actor),
    ),
)
