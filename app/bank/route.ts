import { enterVerification } from '@/server/card/test/verification'
import { isReference } from '@/server/core/id'
import { seeOther } from '@/server/http/see-other'
import { hasCode } from '@/server/model/errors'
import { isLanguage } from '@/server/model/language'
import { runtime } from '@/server/runtime'
import { readForm } from '../_parts/form'
import { badForm, problemPage, unknownVerification, wrongMethod } from './_parts/problem'

/** Starts a verification: the payer's browser posts a `pareq`, the address to return to, and its page's language. */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request)
  if (!form) return badForm()
  const pareq = form.get('pareq')?.trim()
  if (!pareq) return missingPareq()
  const language = form.get('language')
  if (!isReference(pareq)) return unknownVerification(request.headers)
  try {
    const known = await enterVerification(runtime().db, pareq, {
      termUrl: form.get('termurl')?.trim() || undefined,
      merchantData: form.get('md'),
      ...(language && isLanguage(language) && { language }),
    })
    if (!known) return unknownVerification(request.headers)
  } catch (error) {
    if (hasCode(error, 'verification.return-address')) return badTermUrl()
    throw error
  }
  return seeOther(`/bank/${pareq.toLowerCase()}`)
}

export const GET = wrongMethod

const missingPareq = () =>
  problemPage({
    status: 400,
    title: 'The pareq is missing',
    text: 'Post the field <code>pareq</code> with the value from <code>content.details.data</code> of the “verification required” response.',
  })

const badTermUrl = () =>
  problemPage({
    status: 400,
    title: 'TermUrl is not a web address',
    text: '<code>TermUrl</code> must be an <code>http</code> or <code>https</code> address. Leave it out to receive the result by <code>postMessage</code>.',
  })
