import { z } from 'zod'
import { orderAnswer } from '@/server/order/answer'
import { listAccountOrders } from '@/server/order/queries'
import { Order } from '@/server/order/schemas'
import { pageQuery } from '@/server/page/page'
import { ok, pageAnswer } from '@/server/rest/answers'
import { param } from '@/server/rest/endpoint'
import { endpoint } from '@/server/rest/handle'

export const GET = endpoint(
  {
    method: 'GET',
    path: '/account/{accountId}/order',
    id: 'listAccountOrders',
    tag: 'Accounts',
    summary: 'List the orders of an account',
    description: 'Newest first. The next page stands in the `Link` header.',
    keys: ['private', 'account'],
    query: z.strictObject(pageQuery),
    answers: ok(z.array(Order), 'A page of orders'),
    errors: ['not found'],
  },
  async ({ context, params, query, request }) =>
    pageAnswer(request, await listAccountOrders(context, param(params, 'accountId'), query), orderAnswer),
)
