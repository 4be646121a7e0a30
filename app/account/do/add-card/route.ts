import { requireOwedAtMost } from '@/server/customer/owed'
import { hasCode } from '@/server/model/errors'
import { accountEntry, typingPage } from '../../../_parts/customer/account-entry'
import { enterCard } from '../../../_parts/customer/enter-card'
import { handleAccountForm, toAccount } from '../../../_parts/customer/handle-form'
import { owedIn } from '../../../_parts/customer/owed-field'

/** Adds a card from the form, unless it would pay more than the page showed. */
export const POST = handleAccountForm(
  () => typingPage,
  async (visit, form) => {
    try {
      await requireOwedAtMost(visit.context, visit.accountId, owedIn(form))
    } catch (error) {
      if (hasCode(error, 'payer.owes-more')) return { to: typingPage, note: 'changed' }
      throw error
    }
    return enterCard(accountEntry(visit), form)
  },
)

export const GET = toAccount
