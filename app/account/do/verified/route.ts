import { seeOther } from '../../../_parts/form'
import { addCard, problemIn, verifyingPage } from '../../_parts/adding'
import { isOurs } from '../../_parts/ours'
import { type Answer, posted, toAccount } from '../../_parts/posted'
import { stepIn } from '../../_parts/step'
import { trying } from '../../_parts/trying'
import type { Visit } from '../../_parts/visit'

/**
 * The holder of a card comes back from the bank. What the bank's form says of the outcome is not believed: the card
 * service knows it. A form that comes from the bank's own site does nothing, and leads to the page whose button does.
 */
export const POST = (request: Request): Promise<Response> | Response =>
  isOurs(request) ? finish(request) : seeOther(verifyingPage)

const finish = (request: Request) =>
  posted(
    () => verifyingPage,
    async (visit) => {
      const step = stepIn(request.headers, visit.accountId)
      if (!step) return problemIn(visit.words, 'new.stale')
      return trying(visit, problemIn(visit.words, 'new.tooMany'), () => addVerified(visit, step.token))
    },
  )(request)

async function addVerified(visit: Visit, token: string): Promise<Answer> {
  const answer = await addCard(visit, token)
  if (answer.to !== verifyingPage) return answer
  return { ...answer, problem: { key: 'verify.notYet', text: visit.words.say('verify.notYet') } }
}

export const GET = toAccount
