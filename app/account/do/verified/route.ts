import { isSameOrigin } from '@/server/http/same-origin'
import { addCard, problemIn, verifyingPage } from '../../../_parts/customer/adding'
import { stepIn } from '../../../_parts/customer/card-step'
import { type FormResult, posted, toAccount } from '../../../_parts/customer/posted'
import { trying } from '../../../_parts/customer/trying'
import type { Visit } from '../../../_parts/customer/visit'
import { seeOther } from '../../../_parts/form'

/**
 * The cardholder returns from the bank. The outcome in the bank's form is not trusted: Kassa asks the card service. A
 * form from the bank's own site does nothing and leads to the page with the button that continues.
 */
export const POST = (request: Request): Promise<Response> | Response =>
  isSameOrigin(request) ? finish(request) : seeOther(verifyingPage)

const finish = (request: Request) =>
  posted(
    () => verifyingPage,
    async (visit) => {
      const step = stepIn(request.headers, visit.accountId)
      if (!step) return problemIn(visit.words, 'new.stale')
      return trying(visit, problemIn(visit.words, 'new.tooMany'), () => addVerified(visit, step.token))
    },
  )(request)

async function addVerified(visit: Visit, token: string): Promise<FormResult> {
  const result = await addCard(visit, token)
  if (result.to !== verifyingPage) return result
  return { ...result, problem: { key: 'verify.notYet', text: visit.words.say('verify.notYet') } }
}

export const GET = toAccount
