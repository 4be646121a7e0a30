import { requestEmailChange } from '@/server/customer/email-change'
import { saveInformation } from '@/server/customer/save-information'
import { handleAccountForm, idIn, toAccount } from '../../../_parts/customer/handle-form'
import { changesIn, readInformation } from '../../../_parts/customer/information'
import { clearedDraftCookie, draftCookie, draftFits } from '../../../_parts/customer/information-draft'

const page = '/account/information'

/** Saves what was changed in the customer's information. A new e-mail address stays pending until it is confirmed. */
export const POST = handleAccountForm(
  () => page,
  async ({ context, accountId, words }, form) => {
    const changes = changesIn(form)
    const { read, before } = await saveInformation(context, accountId, (stored) =>
      readInformation(changes, words, stored),
    )
    if (read.flaws) {
      if (!draftFits(accountId, changes))
        return { to: page, note: 'tooLong', cookies: [clearedDraftCookie()] }
      const problem = { key: 'info.notSaved' as const, text: words.say('info.notSaved') }
      return { to: page, problem, cookies: [draftCookie(accountId, changes)] }
    }
    const { email } = read.customer
    const cookies = [clearedDraftCookie()]
    if (email === before?.email || email === undefined) return { to: page, note: 'saved', cookies }
    const isSent = await requestEmailChange(context, { accountId, email })
    return { to: page, note: isSent ? 'savedMail' : 'mails', cookies }
  },
  // The session has ended. Only this account may see what was filled in.
  (form) => (form.has('account') ? [draftCookie(idIn(form, 'account'), changesIn(form))] : []),
)

export const GET = toAccount
