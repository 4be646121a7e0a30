import { nameOfAccount } from '../model/account-name'
import type { AccountRow, MethodRow } from '../store/accounts'

/**
 * Returns an account as shown on pages about something that belongs to it: the customer, and the card that pays. `label` is
 * what pages call it, `name` is the customer's name or address, if it has one.
 */
export const accountSummary = (account: AccountRow, card: MethodRow | undefined) => ({
  id: account.id,
  status: account.status,
  label: nameOfAccount(account),
  name: account.customer?.name ?? account.customer?.email,
  email: account.customer?.email,
  card: card && cardSummary(card),
})

/** Returns a card as the dashboard shows it, without anything that could be charged. */
export const cardSummary = ({ id, scheme, last4, expires, created }: MethodRow) => ({
  id,
  scheme,
  last4,
  expires,
  created,
})
