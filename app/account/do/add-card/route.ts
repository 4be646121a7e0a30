import { requireOwedAtMost } from '@/server/customer/owed'
import { accountEntry, typingPage } from '../../../_parts/customer/account-entry'
import { enterCard } from '../../../_parts/customer/enter-card'
import { handleAccountForm, toAccount } from '../../../_parts/customer/handle-form'
import { owedIn } from '../../../_parts/customer/owed-field'
import { unlessChanged } from '../../../_parts/customer/unless-changed'

/** Adds a card from the form, unless it would pay more than the page showed. */
export const POST = handleAccountForm(
  () => typingPage,
  (visit, form) =>
    unlessChanged(typingPage, async () => {
      await requireOwedAtMost(visit.context, visit.accountId, owedIn(form))
      return enterCard(accountEntry(visit), form)
    }),
)

export const GET = toAccount
