import { confirmEmail } from '@/server/customer/email-change'
import { isSameOrigin, refused } from '@/server/http/same-origin'
import { runtime } from '@/server/runtime'
import { toAccount } from '../../../_parts/customer/posted'
import { readForm, seeOther } from '../../../_parts/form'

/** Who has the mail has the address: it is confirmed without a session, on whatever device the mail is read. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request)) return refused()
  const key = (await readForm(request))?.get('key') ?? ''
  const merchant = await confirmEmail(runtime(), key)
  return seeOther(merchant ? `/account/email/confirmed?merchant=${merchant.id}` : '/account/email/gone')
}

export const GET = toAccount
