import type { Money } from '../money/money'
import type { GivenReason } from '../order/reasons'
import type { Books } from './books'
import type { Connecting } from './connection'
import type { Notices } from './notices'
import type { Card, Expires, Scheme } from './schemas'
import type { Settlement } from './settlement'

/** Reasons for a decline: the API's values of `details.code`. */
export const declineCodes = [
  'card declined',
  'insufficient funds',
  'card expired',
  'card lost or stolen',
  'card restricted',
  'suspected fraud',
  'amount limit',
  'blocked merchant',
  'invalid card number',
  'invalid csc',
  'invalid currency',
  'invalid descriptor',
  'invalid transaction',
  'invalid input',
  'rule violation',
  'unsupported card',
  '3ds problem',
  '3ds authentication failure',
  'acquirer error',
] as const
export type DeclineCode = (typeof declineCodes)[number]

const finalCodes = new Set<string>([
  'card expired',
  'card lost or stolen',
  'card restricted',
  'invalid card number',
  'unsupported card',
] satisfies DeclineCode[])

/** Whether a card that was declined with this code will be declined again. */
export const isFinalDecline = (code: string): boolean => finalCodes.has(code)

const forbidden = new Set<string>([
  'card lost or stolen',
  'card restricted',
  'invalid card number',
] satisfies DeclineCode[])

/**
 * Whether card schemes forbid merchants to try the card again after this decline, and charge a fee if they do. An expired
 * card may be tried again: its bank may have replaced it.
 */
export const forbidsRetries = (code: string): boolean => forbidden.has(code)

/** Card details that are safe to store and show. */
export interface CardFacts {
  scheme: Scheme
  /** The first six digits, if the service provides them. */
  iin?: string
  last4: string
  expires: Expires
  /** The same for the same card number. */
  fingerprint: string
}

/** Where cardholders verify themselves: an address to post `data` to. */
export interface Challenge {
  url: string
  data: { pareq: string }
}

/** What a card service can do for a merchant. Kassa refuses anything else before it sends a request. */
export interface Capabilities {
  /**
   * `several`: an authorisation can be captured in parts. `one`: it can be captured once, and a part releases the rest.
   * `none`: nothing can be authorised without capturing it. An authorisation can be more limited: see `Authorised`.
   */
  captures: 'several' | 'one' | 'none'
  /** Whether an authorisation can be captured again while the outcome of an accepted capture is not known. */
  capturesWhileAccepted: boolean
  /** Whether a part of an authorisation can be released while the rest can still be captured. */
  partialCancel: boolean
  /** How long an authorisation lasts, in days; null if it does not expire. */
  authorisationDays: number | null
  /** How long an operation's id is remembered as idempotency key, in seconds; null for ever. */
  keySeconds: number | null
  /** ISO 4217 codes of the currencies that can be charged. */
  currencies: ReadonlySet<string> | 'all'
  /** What amounts in a currency must be a multiple of, in minor units. Without it, every amount can be charged. */
  steps?: ReadonlyMap<string, bigint>
  /** Whether cards are entered in Kassa's own fields (test cards only) or in the service's. */
  entry: 'ours' | 'theirs'
  /** How many requests the service accepts. Kassa waits before it exceeds that. Without it, there is no limit. */
  pace?: PaceLimits
}

/** Requests per second. */
export interface PaceLimits {
  total: number
  /** To one endpoint, such as the one that creates payments. */
  endpoint: number
}

/**
 * The outcome of a call to a card service.
 *
 * `accepted`: the outcome follows later. Kassa does not send the operation again, and finds the outcome by `reference`.
 * With `approval` it waits for the cardholder, who approves it on this page of the bank. `failed`: the service could
 * not do it, and nothing was done. `unknown`: it is not known whether it was done. `find` returns the outcome later,
 * and calling again with the same operation id is safe while the service remembers it.
 */
export type Outcome<Done> =
  | ({ status: 'done' } & Done)
  | { status: 'accepted'; reference: string; approval?: string }
  | { status: 'declined'; code: DeclineCode }
  | { status: 'invalid token' }
  | { status: 'verification required'; challenge: Challenge }
  | { status: 'failed'; cause: unknown }
  | { status: 'unknown'; cause: unknown }

/**
 * The result of a look-up: the outcome of the operation, or `absent` if the service proves that it has not received it.
 * An operation that is still in progress is `accepted`.
 */
export type Found = Outcome<Authorised> | { status: 'absent' }

/** What every call contains: the merchant, and the operation's id, which is the idempotency key. */
export interface CardCall {
  merchantId: string
  /** UUID. A repeated call with the same id has no further effect and returns the same outcome. */
  operation: string
  now: Date
  /** Whether nobody waits for it, as in a billing run. It yields to calls that somebody waits for. */
  background?: boolean
}

/** What is paid for, for people who see the payment in the service's own dashboard. */
export interface PaidFor {
  order?: string
  number?: string
}

type CardSource = { token: string } | { storedCard: string }

/** When an operation can reach a service, by the real clock. A service that lists by time looks it up in between. */
export interface SendingTimes {
  /** A time before it was first sent. */
  sentAfter: Date
  /** A time after which it is not sent any more. Without it, it can be sent at any time. */
  sentBefore?: Date
  /** When it was first sent since the database was restored, if it ever was: later than `sentAfter` for late payments. */
  firstSent?: Date
}

export interface Authorisation extends CardCall, Money, PaidFor, Partial<SendingTimes> {
  source: CardSource
  /** Whether all of it is captured at once. */
  capture?: boolean
  /** With a stored card: its cardholder is present, and returns to this address after the bank's page. */
  returnUrl?: string
}

/** A call on an authorisation, identified by the reference that `authorize` returned. */
export interface FollowUp extends CardCall, Money, PaidFor, Partial<SendingTimes> {
  authorisation: string
  /** Why somebody cancels or refunds, if they said so. */
  reason?: GivenReason
}

export interface Storing extends CardCall {
  token: string
  /** The account that the card is for. */
  account: string
}

/** What a service needs to find an operation that it may have received. */
export type Lookup = SendingTimes & {
  /** The operation's reference, if it is known: of an earlier outcome `accepted`, or from the service's books. */
  reference?: string
  /** Whether it may take minutes. Otherwise it has the time of a call. */
  patient?: boolean
} & (
    | (CardCall & { kind: 'store'; token: string })
    | (Authorisation & { kind: 'authorise' })
    | (FollowUp & { kind: 'capture' | 'cancel' | 'refund' })
  )

export interface Authorised {
  reference: string
  /** When an authorisation expires. */
  until?: Date
  /**
   * What is possible with this authorisation from now on, if it is less than the service's capabilities. `none`: what is
   * left can only be captured all at once.
   */
  captures?: Capabilities['captures']
  /** The amount that a capture released, because the service allows only one capture. */
  released?: bigint
}

export interface Stored {
  reference: string
  card: CardFacts
}

export interface Tokenising {
  merchantId: string
  now: Date
  /**
   * Whether it may also be a card that the service has stored for another system, from which the merchant moves. `store`
   * leaves such a card where it is.
   */
  stored?: boolean
}

/** The fields that a service's own script puts into a page, so that card numbers go from the browser to the service. */
export interface ServiceFields {
  /** The sources that the Content-Security-Policy of such a page has to allow, by directive. */
  readonly policy: Readonly<Record<'script-src' | 'frame-src' | 'connect-src', string>>
  /** Published numbers to try in test mode, for our sample shop. */
  readonly testCards: readonly { number: string; what: string }[]
  /** The script's address and the key for the merchant's account. Undefined if the merchant has no account. */
  of(merchant: { merchantId: string }): Promise<{ script: string; key: string } | undefined>
}

/**
 * An adapter to a card service. It returns refusals and failures of the service as outcomes and does not throw them.
 */
export interface CardService {
  /** Returned as `payment.service`. */
  readonly name: string
  /** What the service can do for a merchant. */
  capabilities(of: { merchantId: string }): Promise<Capabilities>
  /**
   * Creates a one-time token for a card that was entered in the service's own fields; undefined if the service does not
   * have it. Services whose cards are entered in Kassa's fields do not have this.
   */
  tokenise?(reference: string, at: Tokenising): Promise<Card | undefined>
  /**
   * The card of a one-time token; undefined if the token can no longer be used. `operation` is the one that is about to
   * use it: a service that marks a token before it does its work also describes one that this operation has marked.
   */
  describe(
    token: string,
    at: { merchantId: string; now: Date; operation?: string },
  ): Promise<CardFacts | undefined>
  /** Turns a one-time token into a stored card that can be charged repeatedly. Uses up the token. */
  store(call: Storing): Promise<Outcome<Stored>>
  /** Reserves the amount. With `capture`, charges all of it at once. */
  authorize(call: Authorisation): Promise<Outcome<Authorised>>
  /** Charges some or all of an authorisation. Can be called again if the service allows several captures. */
  capture(call: FollowUp): Promise<Outcome<Authorised>>
  /** Releases some or all of the amount that is not captured. */
  cancel(call: FollowUp): Promise<Outcome<Authorised>>
  refund(call: FollowUp): Promise<Outcome<Authorised>>
  /** The outcome of an operation whose response was lost, or that was accepted. `unknown` if nothing is proven. */
  find(lookup: Lookup): Promise<Found>
  /**
   * Abandons a payment or a card to store that waits for its cardholder. A card that was stored anyway is noted as one to
   * remove. Services that need no such call do not have this.
   */
  abandon?(verification: {
    merchantId: string
    now: Date
    purpose: 'authorise' | 'store'
    reference: string
  }): Promise<void>
  /**
   * Removes a stored card, so that it cannot be charged any more; does nothing if the service no longer stores it. Throws
   * if it may still be stored. Payments that exist are captured, cancelled and refunded without it. Services that store
   * no cards outside Kassa do not have this.
   */
  remove?(card: { merchantId: string; reference: string }): Promise<void>
  /** Services whose cards are entered in Kassa's fields do not have this. */
  readonly fields?: ServiceFields
  /** Services that need no account do not have this. */
  readonly connecting?: Connecting
  /** Read to compare them with Kassa's. */
  readonly books: Books
  /** Services that send no notices do not have this. */
  readonly notices?: Notices
  /** Services that move no money do not have this. */
  readonly settlement?: Settlement
  /** Whether the reason `fraud` makes the service block the card and the e-mail address too. */
  readonly blocksFraud?: boolean
}

/** The card services of an installation. */
export interface CardServices {
  /** Throws if no adapter has this name: an error of the installation, not of a caller. */
  named(name: string): CardService
  /** How long a call may take, ms. */
  readonly timeoutMs: number
  /** All adapters, in the order in which pages list them. */
  readonly all: readonly CardService[]
}
