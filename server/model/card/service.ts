import type { Expires, Scheme } from './schemas'

/** Why a card service refuses; the list of the interface's `details.code`. */
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

/** What may be known of a card. */
export interface CardFacts {
  scheme: Scheme
  iin: string
  last4: string
  expires: Expires
  /** The same for the same card number. */
  fingerprint: string
}

/** Where the cardholder proves to be who they are: an address to post `data` to. */
export interface Challenge {
  url: string
  data: { pareq: string }
}

/**
 * What a card service answers.
 *
 * `failed` says that the service could not do it and did not. `unknown` says that nobody knows yet:
 * `retrieve` tells later, and asking again with the same operation id is safe.
 */
export type Outcome<Done> =
  | ({ status: 'done' } & Done)
  | { status: 'declined'; code: DeclineCode }
  | { status: 'invalid token' }
  | { status: 'verification required'; challenge: Challenge }
  | { status: 'failed'; cause: unknown }
  | { status: 'unknown'; cause: unknown }

/** What every call says: who asks, and the operation's id, which is the idempotency key. */
export interface Call {
  merchantId: string
  /** UUID. The same id is done at most once, and answered the same each time. */
  operation: string
  now: Date
}

export interface Money {
  /** Minor units. */
  amount: bigint
  currency: string
}

type CardSource = { token: string } | { storedCard: string }

/** A call on an authorisation, named by the reference that `authorize` answered. */
export interface FollowUp extends Call, Money {
  authorisation: string
}

export type Authorised = { reference: string }

/** An adapter to a card service. Adapters never throw for what a service may answer. */
export interface CardService {
  /** Answered as `payment.service`. */
  readonly name: string
  /** The card behind a one-time token that can still be used, else undefined. */
  describe(token: string, at: { merchantId: string; now: Date }): Promise<CardFacts | undefined>
  /** Uses a one-time token up for a stored card that can be charged again and again. */
  store(call: Call & { token: string }): Promise<Outcome<{ reference: string; card: CardFacts }>>
  /** Reserves the amount; with `capture` charges all of it at once. */
  authorize(call: Call & Money & { source: CardSource; capture?: boolean }): Promise<Outcome<Authorised>>
  /** Charges some or all of an authorisation; several times while something is left. */
  capture(call: FollowUp): Promise<Outcome<Authorised>>
  /** Releases some or all of what is not captured. */
  cancel(call: FollowUp): Promise<Outcome<Authorised>>
  refund(call: FollowUp): Promise<Outcome<Authorised>>
  /** What became of an operation; undefined when the service never saw it. */
  retrieve(call: Call): Promise<Outcome<Authorised> | undefined>
}

/** The card services that merchants can choose from. */
export interface CardServices {
  /** Throws on a name that no adapter has: a fault of the installation, not of a caller. */
  named(name: string): CardService
}
