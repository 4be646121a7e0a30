import type { Runtime } from '../core/runtime'
import type { UserSession } from '../user/session'

/** The header that names the merchant that a page is about. */
export const merchantHeader = 'x-kassa-merchant'

/** What a call brings: whose browser it is, and which merchant it is about. Neither is believed yet. */
export interface Caller {
  runtime: Runtime
  session: UserSession | undefined
  merchantId: string | undefined
  requestId: string
}
