import { readAccount } from '@/server/store/accounts'
import { toAccount } from '../../../_parts/customer/handle-form'
import { changesIn, readInformation } from '../../../_parts/customer/information'
import { findVisit } from '../../../_parts/customer/visit'
import { postedForm } from '../../../_parts/form'

/** Returns the problems with a partly filled-in form, by field. Stores nothing. */
export const POST = postedForm(async (form, { headers }) => {
  const { visit } = await findVisit(headers)
  if (!visit) return new Response(null, { status: 401 })
  const { customer } = await readAccount(visit.context, visit.accountId)
  const read = readInformation(changesIn(form), visit.words, customer)
  return Response.json(read.flaws ?? {}, { headers: { 'Cache-Control': 'no-store' } })
})

export const GET = toAccount
