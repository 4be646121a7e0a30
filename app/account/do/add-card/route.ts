import { accountEntry, formPage } from '../../../_parts/customer/account-entry'
import { enterCard } from '../../../_parts/customer/enter-card'
import { handleAccountForm, toAccount } from '../../../_parts/customer/handle-form'

/** Adds a card from the form. */
export const POST = handleAccountForm(
  () => formPage,
  (visit, form) => enterCard(accountEntry(visit), form),
)

export const GET = toAccount
