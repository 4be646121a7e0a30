import { accountRoutes } from './objects/account'
import { balanceTransactionRoutes } from './objects/balance-transactions'
import { chargeRoutes } from './objects/charges'
import { customerRoutes } from './objects/customers'
import { disputeRoutes } from './objects/disputes'
import { eventRoutes } from './objects/events'
import { fileRoutes } from './objects/files'
import { paymentIntentRoutes } from './objects/payment-intents'
import { paymentMethodRoutes } from './objects/payment-methods'
import { payoutRoutes } from './objects/payouts'
import { refundRoutes } from './objects/refunds'
import { setupIntentRoutes } from './objects/setup-intents'
import { webhookEndpointRoutes } from './objects/webhook-endpoints'
import type { Route } from './route'

const routes: Route[] = [
  accountRoutes,
  balanceTransactionRoutes,
  chargeRoutes,
  customerRoutes,
  disputeRoutes,
  eventRoutes,
  fileRoutes,
  paymentIntentRoutes,
  paymentMethodRoutes,
  payoutRoutes,
  refundRoutes,
  setupIntentRoutes,
  webhookEndpointRoutes,
].flat()

const byPattern = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]))

/** The route of a request, and the id in its path. */
export function findRoute(method: string, path: string): { route: Route; id: string } | undefined {
  const exact = byPattern.get(`${method} ${path}`)
  if (exact) return { route: exact, id: '' }
  const [, version, noun, id = '', ...rest] = path.split('/')
  const pattern = ['', version, noun, ':id', ...rest].join('/')
  const route = byPattern.get(`${method} ${pattern}`)
  return route && { route, id: decodeURIComponent(id) }
}
