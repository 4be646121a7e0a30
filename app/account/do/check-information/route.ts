import { readAccount } from '@/server/account/change'
import { isSameOrigin, refused } from '@/server/http/same-origin'
import { readInformation, valuesIn } from '../../../_parts/customer/information'
import { toAccount } from '../../../_parts/customer/posted'
import { findVisit } from '../../../_parts/customer/visit'
import { readForm } from '../../../_parts/form'

/** Returns the problems with a partly filled-in form, by field. Stores nothing. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request)) return refused()
  const { visit } = await findVisit(request.headers)
  const form = await readForm(request)
  if (!visit || !form) return new Response(null, { status: visit ? 400 : 401 })
  const { customer } = await readAccount(visit.context, visit.accountId)
  const needsEmail = customer?.email !== undefined
  const read = readInformation(valuesIn(form), visit.words, { needsEmail })
  return Response.json(read.flaws ?? {}, { headers: { 'Cache-Control': 'no-store' } })
}

export const GET = toAccount
