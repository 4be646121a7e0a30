// Generated from the route files in this folder: npm run endpoints
import type { Endpoint } from '@/server/rest/endpoint'
import * as route1 from './account/[accountId]/customer/route'
import * as route2 from './account/[accountId]/erasure/route'
import * as route3 from './account/[accountId]/key/route'
import * as route4 from './account/[accountId]/language/route'
import * as route5 from './account/[accountId]/link/route'
import * as route6 from './account/[accountId]/metadata/route'
import * as route7 from './account/[accountId]/method/route'
import * as route8 from './account/[accountId]/order/route'
import * as route9 from './account/[accountId]/route'
import * as route10 from './account/[accountId]/subscription/[subscriptionId]/metadata/route'
import * as route11 from './account/[accountId]/subscription/[subscriptionId]/plan/route'
import * as route12 from './account/[accountId]/subscription/[subscriptionId]/preview/route'
import * as route13 from './account/[accountId]/subscription/[subscriptionId]/route'
import * as route14 from './account/[accountId]/subscription/route'
import * as route15 from './account/route'
import * as route16 from './card/route'
import * as route17 from './clock/route'
import * as route18 from './document/[documentId]/route'
import * as route19 from './document/route'
import * as route20 from './health/route'
import * as route21 from './order/[orderId]/document/route'
import * as route22 from './order/[orderId]/erasure/route'
import * as route23 from './order/[orderId]/event/route'
import * as route24 from './order/[orderId]/metadata/route'
import * as route25 from './order/[orderId]/route'
import * as route26 from './order/route'

/** Every endpoint except the OpenAPI document itself. */
export const endpoints: readonly Endpoint[] = [
  ...Object.values(route1),
  ...Object.values(route2),
  ...Object.values(route3),
  ...Object.values(route4),
  ...Object.values(route5),
  ...Object.values(route6),
  ...Object.values(route7),
  ...Object.values(route8),
  ...Object.values(route9),
  ...Object.values(route10),
  ...Object.values(route11),
  ...Object.values(route12),
  ...Object.values(route13),
  ...Object.values(route14),
  ...Object.values(route15),
  ...Object.values(route16),
  ...Object.values(route17),
  ...Object.values(route18),
  ...Object.values(route19),
  ...Object.values(route20),
  ...Object.values(route21),
  ...Object.values(route22),
  ...Object.values(route23),
  ...Object.values(route24),
  ...Object.values(route25),
  ...Object.values(route26),
]
