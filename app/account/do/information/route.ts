import { readAccount } from '@/server/account/change-account'
import { requestEmailChange } from '@/server/customer/email-change'
import { saveInformation } from '@/server/customer/save-information'
import { handleAccountForm, idIn, toAccount } from '../../../_parts/customer/handle-form'
import { readInformation, valuesIn, valuesOf } from '../../../_parts/customer/information'
import { clearedDraftCookie, draftCookie } from '../../../_parts/customer/information-draft'

const page = '/account/information'

/** Saves the customer's information. A new e-mail address stays pending until it is confirmed. */
export const POST = handleAccountForm(
  () => page,
  async ({ context, accountId, words }, form) => {
    const { customer: stored } = await readAccount(context, accountId)
    const before = stored?.email
    const values = valuesIn(form)
    const read = readInformation(values, words, valuesOf(stored))
    if (read.flaws) {
      const problem = { key: 'info.notSaved' as const, text: words.say('info.notSaved') }
      return { to: page, problem, cookies: [draftCookie(accountId, values)] }
    }
    const { email, ...information } = read.customer
    await saveInformation(context, { accountId, information })
    const cookies = [clearedDraftCookie()]
    if (email === before || email === undefined) return { to: page, note: 'saved', cookies }
    const isSent = await requestEmailChange(context, { accountId, email })
    return { to: page, note: isSent ? 'savedMail' : 'mails', cookies }
  },
  // The session has ended. Only this account may see what was filled in.
  (form) => (form.has('account') ? [draftCookie(idIn(form, 'account'), valuesIn(form))] : []),
)

export const GET = toAccount
