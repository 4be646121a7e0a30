import type { BookedPayment } from './books'
import type { Expires, Scheme } from './schemas'

/** A card service's message that something happened. Its content is not trusted: the object is fetched again. */
export interface ServiceNotice {
  /** Identifies the event. A service may send it several times. */
  id: string
  type: string
  /** The service's id of the object concerned. */
  objectId: string
}

export type NoticeTopic = 'payment' | 'dispute' | 'payout' | 'stored card'

/**
 * What a notice about a payment leads to: an operation that may be complete now, or a payment to which something may
 * have happened without Kassa.
 */
export type NoticeSubject =
  | { about: 'operation'; operation: string }
  | { about: 'payment'; payment: BookedPayment }

/** A stored card as it is now at the card service, which keeps it up to date when the bank issues a new one. */
export interface CurrentCard {
  /** What it is stored under. */
  reference: string
  scheme: Scheme
  last4: string
  expires: Expires
  /** The same for the same card number. */
  fingerprint: string
}

/**
 * Whether a card service sends its notices to this installation. `impossible`: it sends none, or cannot reach the address.
 * `failed`: that could not be set up now, for example because the service has too many endpoints.
 */
export type NoticeSetup = 'done' | 'impossible' | 'failed'

/** The notices of a card service. */
export interface Notices {
  /**
   * Makes the service send notices to an address. `known` are the endpoints whose secrets are stored; a new endpoint
   * comes with its secret. Undefined if the service cannot reach the address.
   */
  subscribe(
    merchant: { merchantId: string },
    endpoint: { url: string; known: readonly string[] },
  ): Promise<{ id: string; secret?: string } | undefined>
  /**
   * Reads a notice from the bytes of a request. `irrelevant`: it is about no object that Kassa could fetch. Undefined unless
   * one of the secrets has just signed it.
   */
  verify(
    raw: Buffer,
    header: (name: string) => string | null,
    secrets: readonly string[],
  ): ServiceNotice | 'irrelevant' | undefined
  /** What a notice is about. */
  topic(notice: ServiceNotice): NoticeTopic
  /** Fetches the current state of what a notice about a payment concerns. */
  subjects(notice: ServiceNotice & { merchantId: string }): Promise<NoticeSubject[]>
  /** Fetches the stored card that a notice concerns. Undefined if it is no longer stored. */
  storedCard(notice: ServiceNotice & { merchantId: string }): Promise<CurrentCard | undefined>
}
