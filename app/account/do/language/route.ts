import { isLanguage } from '@/server/model/language'
import { keepingLanguage } from '../../../_parts/customer/language'
import { toAccount } from '../../../_parts/customer/posted'
import { ownReturnPath } from '../../../_parts/customer/return-path'
import { postedForm, seeOther } from '../../../_parts/form'

/** Changes the language for this browser. */
export const POST = postedForm(async (form) => {
  const response = seeOther(ownReturnPath(form.get('to')) ?? '/account')
  const language = form.get('language') ?? ''
  if (isLanguage(language)) response.headers.set('Set-Cookie', keepingLanguage(language))
  return response
})

export const GET = toAccount
