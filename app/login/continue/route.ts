import { useLink as letIn } from '@/server/link/use'
import { runtime } from '@/server/runtime'
import { readForm, seeOther } from '../../_parts/form'
import { keeping } from '../../account/_parts/cookie'
import { isOurs, refused } from '../../account/_parts/ours'

/** The button of a login link: uses it up, and lets the browser in. */
export async function POST(request: Request): Promise<Response> {
  if (!isOurs(request)) return refused()
  const key = (await readForm(request))?.get('key') ?? ''
  const accountKey = await letIn(runtime(), key)
  if (accountKey === undefined) return seeOther(isPlausible(key) ? `/login/${key}` : '/login')
  const answer = seeOther('/account')
  answer.headers.set('Set-Cookie', keeping(accountKey))
  return answer
}

export const GET = () => seeOther('/login')

/** What the page of a link can say more about. */
const isPlausible = (key: string) => /^[\w.-]{10,1000}$/.test(key)
