import type { MailCard, MailData } from '@/server/model/mail'
import type { ScheduleTerms } from '@/server/model/subscription/schedule'

const visa: MailCard = { scheme: 'visa', last4: '1111', expires: [12, 30] }

const order = {
  order: 'aKdRUwhpmEoXqTfB',
  number: 'A-1001',
  amount: '26900',
  currency: 'SEK',
  card: visa,
}

const lines = [
  { name: 'Cup', quantity: 2, vat: 25, total: '19800' },
  { name: 'Coffee', quantity: 0.5, unit: 'kg', vat: 12, total: '7100' },
]

const monthEnd: ScheduleTerms = { frequency: 'monthly', offset: -1 }

const subscription = {
  subscription: 'kGhT',
  amount: '9900',
  currency: 'SEK',
  lines: [{ name: 'Coffee every month', quantity: 1, vat: 12, total: '9900' }],
  schedule: monthEnd,
  start: '2031-01-31',
}

const attempt = { attempt: 2, attempts: 5, expires: '2031-03-28T13:03:00.000Z' }

/** One of each mail, dated 14 March 2031. */
export const mailExamples: MailData = {
  'login-link': { expires: '2031-03-17T13:03:00.000Z' },
  'email-confirm': { expires: '2031-03-17T13:03:00.000Z' },
  'email-changed': { date: '2031-03-14T13:03:00.000Z' },
  receipt: { ...order, lines, date: '2031-03-14T13:03:00.000Z', due: '2031-03-14', whole: true },
  refund: { ...order, date: '2031-03-14T13:03:00.000Z', whole: false },
  'payment-failed': {
    ...order,
    lines,
    due: '2031-03-14',
    code: 'insufficient funds',
    nextTry: '2031-03-17',
    ...attempt,
  },
  'payment-approval': {
    ...order,
    lines,
    due: '2031-03-14',
    nextTry: '2031-03-17',
    ...attempt,
  },
  'payment-given-up': {
    ...order,
    lines,
    due: '2031-03-07',
    code: 'card lost or stolen',
    ...{ ...attempt, attempt: 5 },
  },
  'card-expiring': {
    card: { scheme: 'mastercard', last4: '4444', expires: [3, 31] },
    lastDay: '2031-03-31',
    due: '2031-04-30',
  },
  'subscription-started': { ...subscription, due: '2031-03-31' },
  'subscription-ended': { ...subscription, end: '2031-03-14' },
  'password-reset': { expires: '2031-03-14T14:03:00.000Z' },
  invitation: {
    merchant: 'Åsas Café & Co',
    role: 'support',
    by: 'owner@example.com',
    expires: '2031-03-21T13:03:00.000Z',
  },
  'security-notice': { what: 'password', date: '2031-03-14T13:03:00.000Z' },
  'team-notice': {
    ...order,
    what: 'dispute opened',
    reason: 'fraud',
    due: '2031-03-21T13:03:00.000Z',
    merchant: 'Åsas Café & Co',
    link: 'https://pay.example.com/dashboard/abcdefgh/orders/aKdRUwhpmEoXqTfB',
  },
}
