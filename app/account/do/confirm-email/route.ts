import { confirmEmail } from '@/server/customer/email-change'
import { isSameOrigin, refused } from '@/server/http/same-origin'
import { runtime } from '@/server/runtime'
import { toAccount } from '../../../_parts/customer/posted'
import { readForm, seeOther } from '../../../_parts/form'

/** Confirms an e-mail address. The key from the mail is enough: it works without a session, on any device. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request)) return refused()
  const key = (await readForm(request))?.get('key') ?? ''
  const merchant = await confirmEmail(runtime(), key)
  return seeOther(merchant ? `/account/email/confirmed?merchant=${merchant.id}` : '/account/email/gone')
}

export const GET = toAccount
