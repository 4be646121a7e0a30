import type { Money } from '../money/money'

export type MovementKind = 'charge' | 'cancel' | 'refund'

/** A capture, cancel or refund that has a record at the card service, except a capture together with the authorisation. */
export interface ServiceMovement {
  /** Identifies it there. */
  id: string
  kind: MovementKind
  /** In minor units. */
  amount: bigint
  /** The operation that it carried out, if Kassa requested it. */
  operation?: string
  /** `accepted`: not final yet. */
  status: 'done' | 'accepted' | 'failed'
}

/** A payment in a card service's books: an authorisation and what happened to it, in minor units. */
export interface BookedPayment extends Money {
  /** The reference of the authorisation. */
  reference: string
  created: Date
  /** The operation and the order that it names; undefined if another system created it. */
  operation?: string
  order?: string
  /** How much was charged, refunded and released in total, regardless of who requested it. */
  charged: bigint
  refunded: bigint
  cancelled: bigint
  /** Whether the authorisation expired. */
  expired: boolean
  /** Whether something about it is not final yet. */
  inProgress: boolean
  movements: readonly ServiceMovement[]
  /** The kinds of movements that are all recorded, so that one without a record has not happened. */
  recorded: ReadonlySet<MovementKind>
}

/** From one instant up to, but not including, another, by the real clock. Without `to` it is open. */
export interface TimeRange {
  from: Date
  to: Date | undefined
}

/** The books of a card service, for comparing them with Kassa's. */
export interface Books {
  /**
   * The payments of a merchant that were created in a range, page by page. Leaves out those that never held any money.
   * Refunds may be missing from the movements of a payment if it has none, and are read one by one otherwise.
   */
  pages(at: { merchantId: string }, range: TimeRange): AsyncIterable<readonly BookedPayment[]>
  /** A payment with all its movements; undefined if the service proves that it does not have it. */
  payment(named: { merchantId: string; reference: string }): Promise<BookedPayment | undefined>
}
