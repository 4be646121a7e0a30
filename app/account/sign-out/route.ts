import { endSession, findSession } from '@/server/customer/session'
import { isSameOrigin, refused } from '@/server/http/same-origin'
import { seeOther } from '@/server/http/see-other'
import { runtime } from '@/server/runtime'
import { accountKeyIn, clearedAccountKeyCookie, clearedShopCookie } from '../../_parts/customer/cookie'

/** Ends the session in the database and in the browser. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request)) return refused()
  const session = await findSession(runtime(), { key: accountKeyIn(request.headers) })
  if (session?.state === 'open') await endSession(session)
  const merchant = session?.state === 'open' ? session.context.merchant : session?.merchant
  const response = seeOther(merchant ? `/account/signed-out?merchant=${merchant.id}` : '/account/signed-out')
  for (const cookie of [clearedAccountKeyCookie(), clearedShopCookie()])
    response.headers.append('Set-Cookie', cookie)
  return response
}

export const GET = () => seeOther('/account')
