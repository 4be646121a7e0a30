import type { Client, Expires, Scheme } from '../card/schemas'
import type { Line } from './lines'

/** The card of a payment. */
interface PaymentCard {
  scheme: Scheme
  iin: string
  last4: string
  expires: Expires
  /** Signed token of the card: a stored card's, or the one-time token that was used up. */
  card: string
}

/** What an order keeps of its payment. The order of a subscription on an account without a card has none. */
export interface PaymentRecord extends Partial<PaymentCard> {
  reference: string
  service: string
  client?: Client
}

/** A stored card that pays a subscription's order. */
export interface Payer {
  service: string
  /** Its name at the card service. */
  storedCard: string
  card: PaymentCard
}

/** An order that waits for its authorisation: all that its row will need, and what to authorise it with. */
export interface OrderDraft {
  number?: string
  accountId?: string
  callback?: string
  lines: Line[] | null
  payment: PaymentRecord & PaymentCard
  /** The stored card's name at the card service; without one, the one-time token is in `payment.card`. */
  storedCard?: string
}
