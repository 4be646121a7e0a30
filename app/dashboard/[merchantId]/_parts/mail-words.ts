import type { CustomerTemplate, MailTemplate } from '@/server/model/mail'

/** What a merchant calls each mail to customers. */
export const mailNames: Record<CustomerTemplate, string> = {
  'login-link': 'Login link',
  'email-confirm': 'Confirmation of a new address',
  'email-changed': 'Address changed',
  receipt: 'Receipt',
  refund: 'Refund',
  'payment-failed': 'Payment failed',
  'payment-approval': 'Payment to approve',
  'payment-given-up': 'Payment still unpaid',
  'card-expiring': 'Card expires',
  'subscription-started': 'Subscription started',
  'subscription-ended': 'Subscription ended',
  'subscription-continues': 'Subscription continues',
  'price-changed': 'Price changes',
}

export const mailName = (template: MailTemplate): string =>
  Object.hasOwn(mailNames, template) ? mailNames[template as keyof typeof mailNames] : template

/** The latest state of a mail: what the mail service reported, or whether it was sent. */
export const mailState = ({ status, delivery }: { status: string; delivery: string | null }): string =>
  delivery ?? (status === 'captured' ? 'not sent' : status)
