import { browserSession } from '@/server/http/auth'
import { runtime } from '@/server/runtime'
import { callerOf } from '@/server/trpc/router'

/** Calls procedures for a page about a merchant while it is rendered, as the signed-in user. */
export async function pageCaller(merchantId: string) {
  const session = await browserSession()
  return callerOf({ runtime: runtime(), session, merchantId, requestId: crypto.randomUUID() })
}
