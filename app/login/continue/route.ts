import { isSameOrigin, refused } from '@/server/http/same-origin'
import { readLinkKey } from '@/server/link/token'
import { useLink as letIn } from '@/server/link/use-link'
import { runtime } from '@/server/runtime'
import { keeping, keepingShop } from '../../_parts/customer/cookie'
import { ownPage } from '../../_parts/customer/way'
import { readForm, seeOther } from '../../_parts/form'

/** The button on the page of a login link: uses the link and signs the browser in. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request)) return refused()
  const key = (await readForm(request))?.get('key') ?? ''
  const accountKey = await letIn(runtime(), key)
  if (accountKey === undefined) return seeOther(isPlausible(key) ? `/login/${key}` : '/login')
  const named = await readLinkKey(key)
  const answer = seeOther(ownPage(named?.way) ?? '/account')
  answer.headers.set('Set-Cookie', keeping(accountKey))
  if (named) answer.headers.append('Set-Cookie', keepingShop(named.merchant))
  return answer
}

export const GET = () => seeOther('/login')

/** Reasons that the page of a link explains in more detail. */
const isPlausible = (key: string) => /^[\w.-]{10,1000}$/.test(key)
