import type { AccountRow, MethodRow } from '../store/accounts'

/** Returns an account as shown on pages about something that belongs to it: the customer, and the card that pays. */
export const accountSummary = ({ id, status, customer }: AccountRow, card: MethodRow | undefined) => ({
  id,
  status,
  name: customer?.name ?? customer?.email,
  email: customer?.email,
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
