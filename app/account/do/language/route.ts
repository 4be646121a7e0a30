import { chooseLanguage } from '@/server/customer/choose-language'
import { findSession } from '@/server/customer/session'
import { seeOther } from '@/server/http/see-other'
import { isLanguage } from '@/server/model/language'
import { runtime } from '@/server/runtime'
import { accountKeyIn } from '../../../_parts/customer/cookie'
import { toAccount } from '../../../_parts/customer/handle-form'
import { languageCookie } from '../../../_parts/customer/language'
import { ownReturnPath } from '../../../_parts/customer/return-path'
import { postedForm } from '../../../_parts/form'

/** Changes the language for this browser, and for the mail of the customer who is logged in. */
export const POST = postedForm(async (form, { headers }) => {
  const response = seeOther(ownReturnPath(form.get('to')) ?? '/account')
  const language = form.get('language') ?? ''
  if (isLanguage(language)) {
    response.headers.set('Set-Cookie', languageCookie(language))
    const session = await findSession(runtime(), { key: accountKeyIn(headers) })
    if (session?.state === 'open') {
      const { context, accountId } = session
      await chooseLanguage(context, { accountId, language })
    }
  }
  return response
})

export const GET = toAccount
