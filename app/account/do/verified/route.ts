import { isSameOrigin } from '@/server/http/same-origin'
import { seeOther } from '@/server/http/see-other'
import { accountEntry, verifyPage } from '../../../_parts/customer/account-entry'
import { addVerified } from '../../../_parts/customer/enter-card'
import { handleAccountForm, toAccount } from '../../../_parts/customer/handle-form'

/**
 * The cardholder returns from the bank. The outcome in the bank's form is not trusted: Kassa asks the card service. A
 * form from the bank's own site does nothing and leads to the page with the button that continues.
 */
export const POST = (request: Request): Promise<Response> | Response =>
  isSameOrigin(request) ? finish(request) : seeOther(verifyPage)

const finish = (request: Request) =>
  handleAccountForm(
    () => verifyPage,
    (visit, form) => addVerified(accountEntry(visit), { form, headers: request.headers }),
  )(request)

export const GET = toAccount
