import type { Money } from '../money/money'
import type { Expires, Scheme } from './schemas'

/** Reasons for a decline: the interface's list for `details.code`. */
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

/** Card details that are safe to store and show. */
export interface CardFacts {
  scheme: Scheme
  iin: string
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

/**
 * The outcome of a call to a card service.
 *
 * `failed`: the service could not do it, and has not done it. `unknown`: it is not known whether it was done.
 * `retrieve` returns the outcome later, and calling again with the same operation id is safe.
 */
export type Outcome<Done> =
  | ({ status: 'done' } & Done)
  | { status: 'declined'; code: DeclineCode }
  | { status: 'invalid token' }
  | { status: 'verification required'; challenge: Challenge }
  | { status: 'failed'; cause: unknown }
  | { status: 'unknown'; cause: unknown }

/** What every call contains: the merchant, and the operation's id, which is the idempotency key. */
export interface CardCall {
  merchantId: string
  /** UUID. A repeated call with the same id has no further effect and returns the same outcome. */
  operation: string
  now: Date
}

type CardSource = { token: string } | { storedCard: string }

/** A call on an authorisation, identified by the reference that `authorize` returned. */
export interface FollowUp extends CardCall, Money {
  authorisation: string
}

export type Authorised = { reference: string }

/**
 * An adapter to a card service. It returns refusals and failures of the service as outcomes and does not throw them.
 */
export interface CardService {
  /** Returned as `payment.service`. */
  readonly name: string
  /** The card of a one-time token; undefined if the token can no longer be used. */
  describe(token: string, at: { merchantId: string; now: Date }): Promise<CardFacts | undefined>
  /** Turns a one-time token into a stored card that can be charged repeatedly. Uses the token up. */
  store(call: CardCall & { token: string }): Promise<Outcome<{ reference: string; card: CardFacts }>>
  /** Reserves the amount. With `capture`, charges all of it at once. */
  authorize(call: CardCall & Money & { source: CardSource; capture?: boolean }): Promise<Outcome<Authorised>>
  /** Charges some or all of an authorisation. Can be called again while something is left. */
  capture(call: FollowUp): Promise<Outcome<Authorised>>
  /** Releases some or all of the amount that is not captured. */
  cancel(call: FollowUp): Promise<Outcome<Authorised>>
  refund(call: FollowUp): Promise<Outcome<Authorised>>
  /** The outcome of an operation; undefined if the service never received it. */
  retrieve(call: CardCall): Promise<Outcome<Authorised> | undefined>
}

/** The card services of an installation. */
export interface CardServices {
  /** Throws if no adapter has this name: a fault of the installation, not of a caller. */
  named(name: string): CardService
}
