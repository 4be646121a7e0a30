import type { AccountRow, MethodRow } from '../store/accounts'

/** An account as pages about something of its own tell it: whose it is, and the card that pays. */
export const toldOfAccount = ({ id, status, customer }: AccountRow, card: MethodRow | undefined) => ({
  id,
  status,
  name: customer?.name ?? customer?.email,
  email: customer?.email,
  card: card && cardTold(card),
})

/** A card as the dashboard shows it: nothing that could be charged. */
export const cardTold = ({ id, scheme, last4, expires, created }: MethodRow) => ({
  id,
  scheme,
  last4,
  expires,
  created,
})
