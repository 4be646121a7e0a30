import type { KeyRefusal } from './card/connection'
import type { FailedKind } from './card/describe-failure'
import type { Challenge, DeclineCode } from './card/service'
import type { EinvoiceObstacle } from './document/einvoice-obstacle'
import type { ErasureObstacles } from './erasure'
import type { Money } from './money/money'
import type { EventCreatable, State } from './order/schemas'
import type { Role } from './roles'

/** The parameters of a code that needs none. */
export type None = Readonly<Record<string, never>>

/** Where in the input the problem is: `items[2].price`. */
interface ErrorField {
  field: string
}

/** The limit `max` was reached. */
interface Most {
  max: number
}

/** Trying again makes sense after this many seconds. */
interface Wait {
  waitSeconds: number
}

interface OfEvent {
  event: EventCreatable['type']
}

export interface OrderErrors {
  /** The personal data of its payer cannot be erased yet. */
  'order.in-use': { obstacles: ErasureObstacles }
  /** Personal data is erased with the account that an order belongs to. */
  'order.has-account': { account: string }
  'order.changed': None
  'order.price-changed': None
  /** `amounts`: how much of the order is in each state that is not empty. */
  'order.nothing-left': OfEvent & { amounts: readonly { state: State; money: Money }[] }
  'order.operation-running': OfEvent
  'order.payment-running': None
  'order.overcharge': OfEvent & { left: Money }
  /**
   * The customer's bank has taken back some or all of what was charged, or decides about it. `left`: what can be
   * refunded.
   */
  'order.disputed': { left: Money }
  /** An order that no card has paid is charged or cancelled as a whole. */
  'order.unpaid-in-part': OfEvent
  /** The card service can only charge or cancel all of the amount that is left. */
  'order.in-full-only': OfEvent & { left: Money }
  'order.has-lines': None
  'order.has-no-lines': None
  'order.costs-nothing': None
  'order.too-large': { max: Money }
  'order.too-many-units': Most
  /** Public keys may place a limited number on one account. */
  'order.too-many': Wait
  'order.foreign-callback': None
  'metadata.not-for-public-key': None
  'metadata.changed': None
  'tag.too-many': Most
  'lines.ambiguous': ErrorField
  'lines.no-match': ErrorField
  'lines.fraction': ErrorField
  'lines.too-few': ErrorField & { left: number }
  'amount.too-fine': ErrorField & { currency: string }
  'search.amount-too-fine': ErrorField & { currency: string; amount: number }
  'payer.not-found': None
  'payer.card-changed': None
  'payer.owes-more': None
  'payer.not-for-public-key': None
  'payer.no-card': None
  /** For public keys, which may only pay with cards that a key has added. */
  'payer.no-key-added-card': None
}

export interface CardErrors {
  'card.declined': ErrorField & { code: DeclineCode; kind?: FailedKind }
  'card.invalid-token': ErrorField
  'card.verification': { challenge: Challenge }
  /** A payment failed because the account that was to pay has no card. */
  'payment.no-card': None
  /** Nothing was done. */
  'card-service.failed': None
  'card-service.currency': { service: string; currency: string }
  /** Amounts must be multiples of `step`. */
  'card-service.step': { step: Money }
  /** The card service cannot reserve an amount to be charged later. */
  'card-service.no-authorisation': { service: string }
  /** Whether anything was done is not known yet. */
  'card-service.no-response': None
  'card.not-a-test-card': None
  'card.unknown-reference': { service: string }
  'card.expired': None
  'card.security-code-length': None
  'card.tokenised-elsewhere': { service: string }
  'card.too-many-entered': Wait & { merchant: string }
  'card.too-many-declined': Wait & { merchant: string }
  'verification.return-address': None
}

export interface ConnectionErrors {
  'card-service.unknown': { service: string }
  'card-service.keys-refused': KeyRefusal
  'card-service.not-connected': None
  /** The merchant's account at the service cannot take real payments yet. */
  'card-service.charges-disabled': None
  /** A live merchant cannot go back to a service that moves no money. */
  'card-service.only-simulated': None
}

export interface AccountErrors {
  /** The personal data was erased: nothing can be added. */
  'account.erased': None
  /** The personal data cannot be erased yet. */
  'account.in-use': { obstacles: ErasureObstacles }
  /** Public keys may create a limited number. */
  'account.too-many': { merchant: string } & Wait
  'customer.changed': None
  /** With the key of a login link, the address changes only once the new one is confirmed. */
  'customer.email-unconfirmed': None
  /** Account keys may replace an address a limited number of times: its mailbox is notified each time. */
  'customer.email-too-often': Most & Wait
  'method.unknown': ErrorField
  'method.repeated': ErrorField
  'link.no-address': None
  'mail.has-secret': None
  'mail.order-paid': None
  'link.too-many-to-address': Most & Wait
  'link.too-many-for-account': Most & Wait
  'subscription.end-before-start': None
  /** A new start is after the end that the subscription has already. */
  'subscription.start-after-end': None
  'subscription.too-many-passed': Most
  /** A change would make more past dates due than may wait to be billed. */
  'subscription.too-many-due': Most
  /** Without a field, no property of the request is wrong. */
  'subscription.ended': Partial<ErrorField>
  'subscription.changed': None
  'subscription.plan-late': None
  'subscription.plan-after-end': None
  /** The planned change cannot be made to the new terms of the subscription. */
  'subscription.plan-misfit': { from: string }
  'subscription.end-not-undoable': None
  'subscription.end-changed': None
}

export interface DocumentErrors {
  /** The document has no number yet, because the merchant's company details are missing. */
  'document.waiting': None
  /** The document lacks details that an electronic invoice needs. */
  'document.no-xml': { obstacle: EinvoiceObstacle }
  'logo.unusable': None
}

export interface MerchantErrors {
  'not-found': { what: Noun }
  'cursor.invalid': ErrorField
  'merchant.changed': None
  'clock.live': None
  'clock.backwards': ErrorField & { now: Date }
  'clock.too-far': ErrorField & { years: number }
  'clock.moving': Wait
  /** PostgreSQL does not know the time zone. */
  'time-zone.unknown': ErrorField
  /** The books of a month that is not over cannot be closed. */
  'month.not-over': ErrorField
  /** An earlier month with entries is open, such as `2026-09`. */
  'month.earlier-open': { month: string }
  /** How many movements of the month are not booked yet. */
  'month.not-booked': { count: number }
  'series.same-prefix': ErrorField
  'series.used-prefix': ErrorField
  'series.backwards': ErrorField & { min: number }
  'key.missing': None
  'key.not-in-force': None
  'key.too-many': Most
  'key.ended': None
  'view.name-taken': { name: string }
  'view.too-many': Most
  'callback.too-many': Most
}

export interface PeopleErrors {
  'session.ended': None
  'sign-in.wrong': None
  'sign-in.code-missing': None
  'sign-in.code-wrong': None
  'sign-in.too-many': Wait & { again: Date }
  'password.wrong': ErrorField
  'password.not-of-known-user': None
  'reset.spent': None
  'factor.code-wrong': None
  'factor.is-on': None
  'factor.is-off': None
  'role.too-low': { role: Role; needed: Role }
  'member.only-by-owner': None
  'member.last-owner': None
  'member.changed': None
  'invitation.to-another': { invited: string; signedIn: string }
  'invitation.spent': None
  'invitation.of-known-user': None
  'invitation.is-member': None
  'invitation.is-invited': None
  'invitation.too-soon': Wait
  'invitation.too-many': Most & Wait
  'invitation.too-many-to-address': Most & Wait
  'merchant.only-by-owner': None
  'setup.other-host': { baseUrl: string }
  'setup.done': None
}

/** Every domain error, with its parameters. Each front end words it for its readers. */
export interface ErrorCodes
  extends OrderErrors,
    CardErrors,
    ConnectionErrors,
    AccountErrors,
    DocumentErrors,
    MerchantErrors,
    PeopleErrors {}

export type ErrorCode = keyof ErrorCodes

/** What can be missing. An unknown id and another merchant's id give the same error. */
type Noun =
  | 'document'
  | 'account'
  | 'callback'
  | 'callback address'
  | 'card'
  | 'invitation'
  | 'key'
  | 'mail'
  | 'member'
  | 'merchant'
  | 'note'
  | 'order'
  | 'payout'
  | 'difference'
  | 'request'
  | 'subscription'
  | 'view'
