import { endSession, findSession } from '@/server/customer/session'
import { runtime } from '@/server/runtime'
import { seeOther } from '../../_parts/form'
import { accountKeyIn, forgetting, forgettingShop } from '../_parts/cookie'
import { isOurs, refused } from '../_parts/ours'

/** Ends the session, in the database and in the browser. */
export async function POST(request: Request): Promise<Response> {
  if (!isOurs(request)) return refused()
  const session = await findSession(runtime(), accountKeyIn(request.headers))
  if (session?.state === 'open') await endSession(session)
  const merchant = session?.state === 'open' ? session.context.merchant : session?.merchant
  const answer = seeOther(merchant ? `/account/signed-out?merchant=${merchant.id}` : '/account/signed-out')
  for (const cookie of [forgetting(), forgettingShop()]) answer.headers.append('Set-Cookie', cookie)
  return answer
}

export const GET = () => seeOther('/account')
