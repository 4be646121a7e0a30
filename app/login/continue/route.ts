import { useLink as letIn } from '@/server/link/use'
import { runtime } from '@/server/runtime'
import { readForm, seeOther } from '../../_parts/form'
import { keeping } from '../../account/_parts/cookie'
import { isOurs, refused } from '../../account/_parts/ours'
import { forgettingWay, wayIn } from '../../account/_parts/way'

/** The button of a login link: uses it up, and lets the browser in. */
export async function POST(request: Request): Promise<Response> {
  if (!isOurs(request)) return refused()
  const key = (await readForm(request))?.get('key') ?? ''
  const accountKey = await letIn(runtime(), key)
  if (accountKey === undefined) return seeOther(isPlausible(key) ? `/login/${key}` : '/login')
  const way = wayIn(request.headers)
  const answer = seeOther(way ?? '/account')
  answer.headers.set('Set-Cookie', keeping(accountKey))
  if (way) answer.headers.append('Set-Cookie', forgettingWay())
  return answer
}

export const GET = () => seeOther('/login')

/** What the page of a link can say more about. */
const isPlausible = (key: string) => /^[\w.-]{10,1000}$/.test(key)
