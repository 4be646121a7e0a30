import type { Runtime } from '../core/runtime'
import type { UserSession } from '../user/session'

/** The header that names the merchant of a page. */
export const merchantHeader = 'x-kassa-merchant'

/** What a call claims: the browser's session, and the merchant it is about. Neither has been verified yet. */
export interface Caller {
  runtime: Runtime
  session: UserSession | undefined
  merchantId: string | undefined
  requestId: string
}
