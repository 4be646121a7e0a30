import { readForm, seeOther } from '../../../_parts/form'
import { keepingLanguage } from '../../_parts/language'
import { isOurs, refused } from '../../_parts/ours'
import { toAccount } from '../../_parts/posted'
import { ownWay } from '../../_parts/way'
import { isLanguage } from '../../_texts/texts'

/** Speaks another language from now on, to this browser. */
export async function POST(request: Request): Promise<Response> {
  if (!isOurs(request)) return refused()
  const form = await readForm(request)
  const answer = seeOther(ownWay(form?.get('to')) ?? '/account')
  const language = form?.get('language') ?? ''
  if (isLanguage(language)) answer.headers.set('Set-Cookie', keepingLanguage(language))
  return answer
}

export const GET = toAccount
