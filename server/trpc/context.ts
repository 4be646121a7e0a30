import type { Runtime } from '../core/runtime'
import type { BrowserRequest } from '../user/device'
import type { UserSession } from '../user/session'

/** The claims of a call: the browser's session, and the merchant that it concerns. Neither has been verified yet. */
export interface Caller {
  runtime: Runtime
  /** Where cookies can be set: in responses to calls, not in pages. */
  browser?: BrowserRequest
  session: UserSession | undefined
  merchantId: string | undefined
  requestId: string
}
