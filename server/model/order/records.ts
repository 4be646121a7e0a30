import type { Client, Expires, Scheme } from '../card/schemas'
import type { DeclineCode } from '../card/service'
import type { Metadata } from '../metadata'
import type { Line } from './lines'

/** The card of a payment. */
export interface PaymentCard {
  scheme: Scheme
  iin?: string
  last4: string
  expires: Expires
  /** Signed token of the card: that of a stored card, or the used one-time token. */
  card: string
}

/** What an order stores about its payment. The order of a subscription has no card if the account has none. */
export interface PaymentRecord extends Partial<PaymentCard> {
  reference: string
  service: string
  client?: Client
}

/** A stored card that pays a subscription's order. */
export interface Payer {
  service: string
  /** Its reference at the card service. */
  storedCard: string
  card: PaymentCard
  /**
   * The stored card that was the default when this one was tried instead. This one becomes the default if it pays, and
   * leaves the retries as they were if it does not.
   */
  insteadOf?: string
  /** Why the card was declined before, if it must not be tried again. The payment then fails without the card service. */
  declined?: DeclineCode
  /** Where the cardholder returns to after the bank's page. Without it, no cardholder is present to approve. */
  returnUrl?: string
  /**
   * The earliest real time, as an ISO date-time, at which this payment may have been sent before a backup was restored.
   * Only for payments that are so late that the card service may have forgotten their IDs.
   */
  sentSince?: string
}

/**
 * What a card service cannot do with an authorisation. `once`: it can be charged once, and a part releases the rest.
 * `in full`: not in part.
 */
export interface OrderLimits {
  charge?: 'once' | 'in full'
  cancel?: 'in full'
  /** What amounts must be a multiple of, in minor units. */
  step?: number
}

/** An order that waits for its authorisation: everything its row needs, and what to authorise it with. */
export interface OrderDraft {
  number?: string
  accountId?: string
  callback?: string
  metadata?: Metadata
  lines: Line[] | null
  payment: PaymentRecord & PaymentCard
  /** The stored card's reference at the card service. Without one, the one-time token is in `payment.card`. */
  storedCard?: string
}
