import { confirmEmail } from '@/server/customer/email-change'
import { seeOther } from '@/server/http/see-other'
import { runtime } from '@/server/runtime'
import { toAccount } from '../../../_parts/customer/handle-form'
import { postedForm } from '../../../_parts/form'

/** Confirms an e-mail address. The key from the mail is enough: it works without a session, on any device. */
export const POST = postedForm(async (form) => {
  const merchant = await confirmEmail(runtime(), form.get('key') ?? '')
  return seeOther(merchant ? `/account/email/confirmed?merchant=${merchant.id}` : '/account/email/gone')
})

export const GET = toAccount
