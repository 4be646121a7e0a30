import { enterBank } from '@/server/card/visit-bank'
import { isReference } from '@/server/core/id'
import { seeOther } from '@/server/http/see-other'
import { hasCode } from '@/server/model/errors'
import { runtime } from '@/server/runtime'
import { readForm } from '../../_parts/form'
import { htmlPage } from '../../_parts/html-page'
import { unknownVerification, wrongMethod } from '../_parts/problems'

/** Starts a verification: saves the return address and sends the payer's browser to the bank. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ service: string }> },
): Promise<Response> {
  const { service } = await params
  const form = await readForm(request)
  const pareq = form?.get('pareq')?.trim()
  if (!form || !pareq) return badForm()
  if (!isReference(pareq)) return unknownVerification()
  try {
    const bank = await enterBank(
      runtime().db,
      { service, pareq },
      { termUrl: form.get('termurl')?.trim() || undefined, merchantData: form.get('md') },
    )
    return bank === undefined ? unknownVerification() : seeOther(bank)
  } catch (error) {
    if (hasCode(error, 'verification.return-address')) return badTermUrl()
    throw error
  }
}

export const GET = wrongMethod

const badForm = () =>
  htmlPage({
    status: 400,
    title: 'The pareq is missing',
    content:
      '<p>Post the field <code>pareq</code> with the value from <code>content.details.data</code> of the “verification required” response.</p>',
  })

const badTermUrl = () =>
  htmlPage({
    status: 400,
    title: 'TermUrl is not a web address',
    content: '<p><code>TermUrl</code> must be an <code>http</code> or <code>https</code> address.</p>',
  })
