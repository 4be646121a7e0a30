import { accountEntry, typingPage } from '../../../_parts/customer/account-entry'
import { enterCard } from '../../../_parts/customer/adding'
import { posted, toAccount } from '../../../_parts/customer/posted'

/** Adds a card from the form. */
export const POST = posted(
  () => typingPage,
  (visit, form) => enterCard(accountEntry(visit), form),
)

export const GET = toAccount
