import * as customer from '@/app/v1/account/[accountId]/customer/route'
import * as accountKey from '@/app/v1/account/[accountId]/key/route'
import * as link from '@/app/v1/account/[accountId]/link/route'
import * as methods from '@/app/v1/account/[accountId]/method/route'
import * as accountOrders from '@/app/v1/account/[accountId]/order/route'
import * as account from '@/app/v1/account/[accountId]/route'
import * as preview from '@/app/v1/account/[accountId]/subscription/[subscriptionId]/preview/route'
import * as subscription from '@/app/v1/account/[accountId]/subscription/[subscriptionId]/route'
import * as subscriptions from '@/app/v1/account/[accountId]/subscription/route'
import * as accounts from '@/app/v1/account/route'
import * as cards from '@/app/v1/card/route'
import * as clock from '@/app/v1/clock/route'
import * as health from '@/app/v1/health/route'
import * as openapi from '@/app/v1/openapi.json/route'
import * as orderEvents from '@/app/v1/order/[orderId]/event/route'
import * as order from '@/app/v1/order/[orderId]/route'
import * as orders from '@/app/v1/order/route'
import { KassaError } from '../error/error'
import { type Endpoint, matchPath, noSuchPath } from '../rest/endpoint'
import { errorAnswer, preflight, requestIdOf, respond } from '../rest/respond'

/** Every route file under app/v1, in the order of the documentation. */
const routeFiles: readonly Record<string, Endpoint>[] = [
  accounts,
  account,
  customer,
  methods,
  link,
  accountKey,
  accountOrders,
  subscriptions,
  subscription,
  preview,
  orders,
  order,
  orderEvents,
  cards,
  clock,
  health,
  openapi,
]

/** Every endpoint of the interface. */
export const endpoints: readonly Endpoint[] = routeFiles.flatMap((file) => Object.values(file))

const paths = [...new Set(endpoints.map(({ definition }) => definition.path))]

/** Answers any request under /v1, whatever its method; `method` when the request itself cannot have it. */
export async function route(request: Request, method: string = request.method): Promise<Response> {
  const { pathname } = new URL(request.url)
  const path = paths.find((template) => matchPath(template, pathname))
  if (path === undefined) return failed(request, noSuchPath())
  const here = endpoints.filter(({ definition }) => definition.path === path)
  const endpoint = here.find(({ definition }) => definition.method === method)
  if (endpoint) return endpoint(request)
  const allow = [...here.map(({ definition }) => definition.method), 'OPTIONS']
  if (method === 'OPTIONS') return preflight(allow, requestIdOf(request))
  if (method === 'HEAD' && allow.includes('GET')) {
    const { status, headers } = await route(new Request(request, { method: 'GET' }))
    return new Response(null, { status, headers })
  }
  return failed(
    request,
    new KassaError(
      'method not allowed',
      { type: 'method', description: `${method} is not possible here. Use ${allow.join(', ')}.` },
      { headers: { Allow: allow.join(', ') } },
    ),
  )
}

function failed(request: Request, error: KassaError): Response {
  const requestId = requestIdOf(request)
  const answer = errorAnswer(error, requestId)
  const response = respond(answer, answer.status, requestId)
  return request.method === 'HEAD' ? new Response(null, response) : response
}
