import type { Day } from './calendar'
import type { Expires, Scheme } from './card/schemas'
import type { Language } from './language'
import type { Notice } from './notice'
import type { Role } from './roles'
import type { ScheduleTerms } from './subscription/schedule'

/** An amount in mail data. */
export interface MailMoney {
  /** Minor units, as text. */
  amount: string
  currency: string
}

/** A line of a receipt. `total` is in minor units with VAT, as text. An order created with an amount has no lines. */
export interface MailLine {
  name?: string
  quantity: number
  unit?: string
  vat: number
  total: string
}

/** The VAT in an amount at one rate: percent, and minor units as text. */
export interface MailVat {
  rate: number
  amount: string
}

export interface MailCard {
  scheme: Scheme
  last4: string
  expires: Expires
}

/** The name of an order in mail. */
export interface MailOrder extends MailMoney {
  order: string
  number?: string
  card?: MailCard
}

/** `number` is the merchant's, which the account page shows too; missing in older mail. */
interface MailSubscription extends MailMoney {
  subscription: string
  number?: string
  lines: MailLine[]
  schedule: ScheduleTerms
  start: Day
}

/**
 * The states of an order after money was moved, in minor units as text; missing in older mail. `paid` is without what was
 * refunded. `total` is without what was cancelled, which older mail includes.
 */
interface OrderStanding {
  standing?: { paid: string; refunded: string; total: string }
}

/**
 * Which of how many attempts of a payment failed; missing in mail from before this was counted. The link to the payment is
 * encrypted separately, and works until `expires`.
 */
interface FailedAttempt {
  attempt?: number
  attempts?: number
  expires?: string
}

/** The data of each template. Instants are ISO 8601. */
export interface MailData {
  /** The link itself is encrypted separately. `asks`: the merchant asks for another card after a failed payment. */
  'login-link': { expires: string; asks?: 'card' }
  /** Confirms a new e-mail address, to that address. The link itself is encrypted separately. */
  'email-confirm': { expires: string }
  /** Notifies the old address that the customer has confirmed another one, or that an account key `removed` it. */
  'email-changed': { date: string; removed?: true }
  /** Money was charged. `lines` are what was charged; `vat` is missing in older mail, which shows the lines' VAT. */
  receipt: MailOrder &
    OrderStanding & { lines: MailLine[]; vat?: MailVat[]; date: string; due?: Day; whole: boolean }
  /** `lines` and `vat` are of what was refunded, and missing in older mail. */
  refund: MailOrder & OrderStanding & { lines?: MailLine[]; vat?: MailVat[]; date: string; whole: boolean }
  /** A payment of a subscription failed and will be retried. */
  'payment-failed': MailOrder & FailedAttempt & { lines: MailLine[]; due: Day; code: string; nextTry: Day }
  /** The customer's bank wants the customer to approve a payment. */
  'payment-approval': MailOrder & FailedAttempt & { lines: MailLine[]; due: Day; nextTry: Day }
  /**
   * The last retry failed: the account is suspended. `paused`: subscriptions are paused until it is paid; older e-mails do
   * not say, and mention them.
   */
  'payment-given-up': MailOrder &
    FailedAttempt & { lines: MailLine[]; due: Day; code: string; paused?: boolean }
  /** The default card cannot be charged after `lastDay`. `due` is the first payment that this affects. */
  'card-expiring': { card: MailCard; lastDay: Day; due?: Day }
  'subscription-started': MailSubscription & { due?: Day; end?: Day }
  /**
   * `end`: the last day. `unpaid`: a payment of the subscription is still unpaid; `retried`: the card will be charged
   * again for all that is unpaid. `asked`: when the customer asked for the end. Older e-mails do not say who ended it,
   * and when.
   */
  'subscription-ended': MailSubscription & {
    end: Day
    by?: Ending
    asked?: string
    unpaid?: boolean
    retried?: boolean
  }
  /**
   * A subscription whose customer had ended it is billed again. `by`: who undid that end. `later`: a price that was
   * planned.
   */
  'subscription-continues': MailSubscription & {
    by: 'customer' | 'merchant'
    due: Day
    end?: Day
    later?: MailMoney & { from: Day }
  }
  /**
   * A new price or schedule. `from`: the first date to which it applies. `before`: the price and the schedule until then;
   * older e-mails have only the price. `later`: another price that was already planned.
   */
  'price-changed': MailSubscription & {
    from: Day
    before: MailMoney & { schedule?: ScheduleTerms; start?: Day }
    later?: MailMoney & { from: Day }
  }
  /**
   * To dashboard users, about signing in: from Kassa, not from the merchant. The keys of the first two are encrypted.
   */
  'password-reset': { expires: string }
  invitation: { merchant: string; role: Role; by: string; expires: string }
  'security-notice': { what: SecurityChange; date: string }
  /** Something for the merchant's team to know or do. `link` is the page in the dashboard. */
  'team-notice': { merchant: string; link: string } & Notice
  /** Several of these, each with its own page. `more`: how many others there are. */
  'team-digest': { merchant: string; link: string; notices: (Notice & { link: string })[]; more: number }
}

/** Who ended a subscription; `term`: it reached the end that was agreed before. */
export type Ending = 'customer' | 'merchant' | 'term'

/** Changes to how a user signs in. The user is notified of each. */
export type SecurityChange = 'password' | 'factor on' | 'factor off' | 'recovery codes' | 'address'

export type MailTemplate = keyof MailData

const peopleTemplates = [
  'password-reset',
  'invitation',
  'security-notice',
  'team-notice',
  'team-digest',
] as const satisfies MailTemplate[]

/** Mail that Kassa itself sends, to dashboard users. */
export const toPeople: ReadonlySet<string> = new Set(peopleTemplates)

/** Mail that a merchant's customers get. */
export type CustomerTemplate = Exclude<MailTemplate, (typeof peopleTemplates)[number]>

/** Mail with a key that logs in or changes an address. The key is deleted once the mail is sent. */
export const withKey: readonly MailTemplate[] = ['login-link', 'email-confirm']

/** Mail about the failed payment of an order. Nobody can send it again once the order has been paid. */
export const aboutFailedPayment: readonly MailTemplate[] = [
  'payment-failed',
  'payment-approval',
  'payment-given-up',
]

/** Why mail about a failed payment was kept and not sent. */
export const outdatedReason = 'The payment was made or cancelled before this mail could be sent.'

/** Mail that someone has just asked for and waits for. It is sent before all other mail. */
export const awaitedTemplates = [
  'login-link',
  'email-confirm',
  'password-reset',
  'invitation',
] as const satisfies MailTemplate[]

/** Whether a mail can be sent again. */
export const isResendable = ({ template }: { template: MailTemplate }): boolean => !withKey.includes(template)

/** The account of mail to dashboard users, who are not customers. */
export const noAccount = ''

/** A customer that mail goes to. */
export interface Recipient {
  accountId: string
  to: string
  /** The customer's name, if it is known. */
  name?: string
  /** The language of the account; null for the merchant's. */
  language: Language | null
}

/** What is stored of a mail for its template. `customerName` is the recipient's name at that time. */
export type StoredMailData = MailData[MailTemplate] & { customerName?: string }

/** A mail to write. Mail to dashboard users has neither name nor language: it is in English. */
export type NewMail = {
  [Template in MailTemplate]: Pick<Recipient, 'accountId' | 'to'> &
    Partial<Recipient> & {
      template: Template
      data: MailData[Template]
      /** Encrypted until the mail is sent. */
      secret?: string
      /** At most one mail is written for each value. */
      once?: string
    }
}[MailTemplate]
