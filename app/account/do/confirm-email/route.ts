import { confirmEmail } from '@/server/customer/email-change'
import { runtime } from '@/server/runtime'
import { readForm, seeOther } from '../../../_parts/form'
import { isOurs, refused } from '../../_parts/ours'
import { toAccount } from '../../_parts/posted'

/** Who has the mail has the address: it is confirmed without a session, on whatever device the mail is read. */
export async function POST(request: Request): Promise<Response> {
  if (!isOurs(request)) return refused()
  const key = (await readForm(request))?.get('key') ?? ''
  const merchant = await confirmEmail(runtime(), key)
  return seeOther(merchant ? `/account/email/confirmed?merchant=${merchant.id}` : '/account/email/gone')
}

export const GET = toAccount
