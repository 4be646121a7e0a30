import type { Client, Expires, Scheme } from '../card/schemas'
import type { Line } from './lines'

/** What an order keeps of its payment. */
export interface PaymentRecord {
  reference: string
  service: string
  scheme: Scheme
  iin: string
  last4: string
  expires: Expires
  /** Signed token of the card: a stored card's, or the one-time token that was used up. */
  card: string
  client?: Client
}

/** An order that waits for its authorisation: all that its row will need, and what to authorise it with. */
export interface OrderDraft {
  number?: string
  accountId?: string
  callback?: string
  lines: Line[] | null
  payment: PaymentRecord
  /** The stored card's name at the card service; without one, the one-time token is in `payment.card`. */
  storedCard?: string
}
