import { isSameOrigin, refused } from '@/server/http/same-origin'
import { keepingLanguage } from '../../../_parts/customer/language'
import { toAccount } from '../../../_parts/customer/posted'
import { ownWay } from '../../../_parts/customer/way'
import { readForm, seeOther } from '../../../_parts/form'
import { isLanguage } from '../../../_texts/texts'

/** Changes the language for this browser. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request)) return refused()
  const form = await readForm(request)
  const answer = seeOther(ownWay(form?.get('to')) ?? '/account')
  const language = form?.get('language') ?? ''
  if (isLanguage(language)) answer.headers.set('Set-Cookie', keepingLanguage(language))
  return answer
}

export const GET = toAccount
