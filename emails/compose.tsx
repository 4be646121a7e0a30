import { render, toPlainText } from 'react-email'
import { dayOf } from '@/server/model/calendar'
import type { MailData, MailTemplate } from '@/server/model/mail'
import { themeOf } from './colours'
import { formatFor } from './format'
import type { Surroundings, Template } from './letter'
import { Frame } from './parts/frame'
import { plainText } from './plain-text'
import { cardExpiring } from './templates/card-expiring'
import { emailChanged } from './templates/email-changed'
import { emailConfirm } from './templates/email-confirm'
import { invitation } from './templates/invitation'
import { loginLink } from './templates/login-link'
import { passwordReset } from './templates/password-reset'
import { paymentApproval } from './templates/payment-approval'
import { paymentFailed } from './templates/payment-failed'
import { paymentGivenUp } from './templates/payment-given-up'
import { receipt } from './templates/receipt'
import { refund } from './templates/refund'
import { securityNotice } from './templates/security-notice'
import { subscriptionEnded } from './templates/subscription-ended'
import { subscriptionStarted } from './templates/subscription-started'
import { teamNotice } from './templates/team-notice'
import { textsFor } from './texts/texts'

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
  receipt,
  refund,
  'security-notice': securityNotice,
  'subscription-ended': subscriptionEnded,
  'subscription-started': subscriptionStarted,
  'team-notice': teamNotice,
}

/** The sender of a mail, with its locale and branding. */
export interface Sender {
  shop: string
  logo?: string
  colour?: string
  supportEmail?: string
  /** A BCP 47 tag. */
  locale: string
  timeZone: string
  loginPage: string
}

/** A mail ready to send. */
export interface Composed {
  subject: string
  html: string
  text: string
}

/** Renders a template with its data. `written`: when the event happened. `secret`: a link for the recipient only. */
export async function compose<T extends MailTemplate>(
  template: T,
  data: MailData[T],
  { sender, written, secret }: { sender: Sender; written: Date; secret?: string },
): Promise<Composed> {
  const { locale, timeZone, colour, ...shared } = sender
  const { language, texts } = textsFor(locale)
  const surroundings: Surroundings = {
    ...shared,
    language,
    texts,
    format: formatFor(locale, language, timeZone),
    theme: themeOf(colour),
    today: dayOf(written, timeZone),
    ...(secret !== undefined && { secret }),
  }
  const letter = templates[template](data, surroundings)
  const html = await render(<Frame letter={letter} surroundings={surroundings} />)
  return { subject: letter.subject, html, text: toPlainText(html, plainText) }
}
