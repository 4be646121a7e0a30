import { render, toPlainText } from 'react-email'
import { dayOf } from '@/server/model/calendar'
import { isolated } from '@/server/model/isolated'
import type { Language } from '@/server/model/language'
import {
  type CustomerTemplate,
  type MailData,
  type MailTemplate,
  type StoredMailData,
  toPeople,
} from '@/server/model/mail'
import type { MailWording, OwnWords } from '@/server/model/mail-wording'
import { oneLine } from '@/server/model/one-line'
import { formatFor } from './format'
import type { Surroundings, Template } from './letter'
import { Frame, type FrameParts } from './parts/frame'
import { plainText } from './plain-text'
import { emailChanged, emailConfirm, loginLink } from './templates/account'
import { paymentApproval, paymentFailed, paymentGivenUp, receipt, refund } from './templates/payments'
import { invitation, passwordReset, securityNotice, teamDigest, teamNotice } from './templates/people'
import {
  cardExpiring,
  priceChanged,
  subscriptionContinues,
  subscriptionEnded,
  subscriptionStarted,
} from './templates/subscriptions'
import { mailTexts } from './texts/texts'
import { themeOf } from './theme'
import { asPattern, valuesOf, worded } from './wording'

const templates: { [T in MailTemplate]: Template<T> } = {
  'card-expiring': cardExpiring,
  'email-changed': emailChanged,
  'email-confirm': emailConfirm,
  invitation,
  'login-link': loginLink,
  'password-reset': passwordReset,
  'payment-approval': paymentApproval,
  'payment-failed': paymentFailed,
  'payment-given-up': paymentGivenUp,
  'price-changed': priceChanged,
  receipt,
  refund,
  'security-notice': securityNotice,
  'subscription-continues': subscriptionContinues,
  'subscription-ended': subscriptionEnded,
  'subscription-started': subscriptionStarted,
  'team-digest': teamDigest,
  'team-notice': teamNotice,
}

/** The sender of a mail, with its region and branding. */
export interface Sender {
  shop: string
  logo?: string
  colour?: string
  supportEmail?: string
  /** A BCP 47 tag. */
  locale: string
  timeZone: string
  loginPage: string
  orderPage(order: string): string
}

/** A mail ready to send. */
export interface Composed {
  subject: string
  html: string
  text: string
  /** Kassa's words with placeholders, which a merchant can replace. Mail to dashboard users has none. */
  pattern?: Required<OwnWords>
}

interface Setting {
  sender: Sender
  language: Language
  /** The words that the merchant has changed. */
  wording: MailWording
  /** When the event happened. */
  written: Date
  /** A link for the recipient only. */
  secret?: string
}

/** Renders a template with its data. */
export async function compose<T extends MailTemplate>(
  template: T,
  data: MailData[T] & Pick<StoredMailData, 'customerName'>,
  { sender, language, wording, written, secret }: Setting,
): Promise<Composed> {
  const { locale, timeZone, colour, ...shared } = sender
  const surroundings: Surroundings = {
    ...shared,
    shop: isolated(sender.shop),
    language,
    texts: mailTexts[language],
    format: formatFor(language, locale, timeZone),
    theme: themeOf(colour),
    today: dayOf(written, timeZone),
    ...(secret !== undefined && { secret }),
  }
  const letter = templates[template](data, surroundings)
  if (toPeople.has(template)) return drawn({ letter, surroundings })
  const { greeting, closing } = surroundings.texts.frame
  const customerName = data.customerName && isolated(data.customerName)
  const values = valuesOf(template, data, surroundings, customerName)
  const kassas = {
    subject: letter.subject,
    greeting: greeting(customerName),
    closing: closing(surroundings.shop),
  }
  const own: OwnWords | undefined = wording[template as CustomerTemplate]?.[language]
  const words = worded(kassas, own, values)
  const mail = await drawn({ letter: { ...letter, subject: words.subject }, surroundings, words })
  return { ...mail, pattern: asPattern(kassas, values) }
}

/** A subject can contain what strangers choose, such as the number of an order. Mail services refuse one with a line break. */
async function drawn({ letter, ...parts }: FrameParts): Promise<Composed> {
  const subject = oneLine(letter.subject)
  const html = await render(<Frame letter={{ ...letter, subject }} {...parts} />)
  return { subject, html, text: toPlainText(html, plainText) }
}
