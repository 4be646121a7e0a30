import { decideVerification } from '@/server/card/test/verification'
import { isReference } from '@/server/core/id'
import { seeOther } from '@/server/http/see-other'
import { runtime } from '@/server/runtime'
import { readForm } from '../../../_parts/form'
import { badForm, problemPage, unknownVerification, wrongMethod } from '../../_parts/problem'

const outcomes = new Map([
  ['approve', 'approved'],
  ['reject', 'rejected'],
] as const)

/** Records the cardholder's decision. Only the first one counts; later requests show it. */
export async function POST(request: Request, { params }: { params: Promise<{ pareq: string }> }) {
  const { pareq } = await params
  const form = await readForm(request)
  if (!form) return badForm()
  const outcome = [...outcomes].find(([answer]) => answer === form.get('answer'))?.[1]
  if (!outcome) return noAnswer()
  const known = isReference(pareq) && (await decideVerification(runtime().db, pareq, outcome))
  if (!known) return unknownVerification(request.headers)
  return seeOther(`/bank/${pareq}/done`)
}

export const GET = wrongMethod

const noAnswer = () =>
  problemPage({
    status: 400,
    title: 'The answer is missing',
    text: 'Post the field <code>answer</code> with the value <code>approve</code> or <code>reject</code>.',
  })
