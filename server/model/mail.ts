import type { Day } from './calendar'
import type { Expires, Scheme } from './card/schemas'
import type { Role } from './roles'
import type { ScheduleTerms } from './subscription/schedule'

/** An amount as mail data keeps it. */
export interface MailMoney {
  /** Minor units, as text. */
  amount: string
  currency: string
}

/** A line of a receipt. `total` in minor units with VAT, as text; an order made with an amount has no lines. */
export interface MailLine {
  name?: string
  quantity: number
  unit?: string
  vat: number
  total: string
}

export interface MailCard {
  scheme: Scheme
  last4: string
  expires: Expires
}

/** What an order is called in a mail. */
interface MailOrder extends MailMoney {
  order: string
  number?: string
  card?: MailCard
}

interface MailSubscription extends MailMoney {
  subscription: string
  lines: MailLine[]
  schedule: ScheduleTerms
  start: Day
}

/** What each template is about. Instants are ISO 8601. */
export interface MailData {
  /** The link itself is sealed. */
  'login-link': { expires: string }
  /** Confirms a new e-mail address, to that address; the link itself is sealed. */
  'email-confirm': { expires: string }
  /** Tells the address before that mail goes to another now. */
  'email-changed': { date: string }
  /** Money was charged. */
  receipt: MailOrder & { lines: MailLine[]; date: string; due?: Day; whole: boolean }
  refund: MailOrder & { date: string; whole: boolean }
  /** A payment of a subscription failed, and will be tried again. */
  'payment-failed': MailOrder & { lines: MailLine[]; due: Day; code: string; nextTry: Day }
  /** It failed for the last time: the account is suspended. */
  'payment-given-up': MailOrder & { lines: MailLine[]; due: Day; code: string }
  /** The default card cannot be charged after `lastDay`; `due` is the first payment that it would miss. */
  'card-expiring': { card: MailCard; lastDay: Day; due?: Day }
  'subscription-started': MailSubscription & { due?: Day; end?: Day }
  /** `unpaid`: something that was billed for it is still to be paid. */
  'subscription-ended': MailSubscription & { end: Day; unpaid?: boolean }
  /** To people who sign in, and about that: from Kassa, not from the merchant. The keys of the first two are sealed. */
  'password-reset': { expires: string }
  invitation: { merchant: string; role: Role; by: string; expires: string }
  'security-notice': { what: SecurityChange; date: string }
}

/** What somebody is told of when it is done to how they sign in. */
export type SecurityChange = 'password' | 'factor on' | 'factor off' | 'recovery codes'

/** The mails that Kassa itself sends, to people who work for merchants. */
export const toPeople = new Set<string>([
  'password-reset',
  'invitation',
  'security-notice',
] satisfies (keyof MailData)[])

export type MailTemplate = keyof MailData

/** The account of mails that are to no customer. */
export const noAccount = ''

/** A mail to write. */
export type NewMail = {
  [Template in MailTemplate]: {
    accountId: string
    to: string
    template: Template
    data: MailData[Template]
    /** Encrypted until it is sent. */
    secret?: string
    /** Written at most once for each. */
    once?: string
  }
}[MailTemplate]
