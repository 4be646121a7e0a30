import type { Merchant } from '@/db/schema'
import { days, later } from '../core/clock'
import { addDays, dayIn, dayOf, lengthOfMonth, monthOf } from '../model/calendar'
import type { Language } from '../model/language'
import type { CustomerTemplate, MailCard, MailData } from '../model/mail'
import { exponentOf } from '../model/money/currencies'

const items: Record<Language, { cup: string; coffee: string; monthly: string }> = {
  en: { cup: 'Cup', coffee: 'Coffee', monthly: 'Coffee every month' },
  sv: { cup: 'Kopp', coffee: 'Kaffe', monthly: 'Kaffe varje månad' },
  de: { cup: 'Tasse', coffee: 'Kaffee', monthly: 'Kaffee jeden Monat' },
}

const visa: MailCard = { scheme: 'visa', last4: '1111', expires: [12, 30] }
const mastercard: MailCard = { scheme: 'mastercard', last4: '4444', expires: [3, 31] }

/** Returns sample data for every mail to customers, as if its event happened now. */
export function exampleMails(
  { currency, timeZone }: Pick<Merchant, 'currency' | 'timeZone'>,
  { now, language }: { now: Date; language: Language },
): Pick<MailData, CustomerTemplate> {
  const minor = (major: number) => String(major * 10 ** exponentOf(currency))
  const { cup, coffee, monthly } = items[language]
  const today = dayOf(now, timeZone)
  const month = monthOf(addDays(today, 14))
  const lastDay = dayIn(month, lengthOfMonth(month))
  const date = now.toISOString()
  const expires = later(now, days(3)).toISOString()
  const order = { order: 'aKdRUwhpmEoXqTfB', number: 'A-1001', amount: minor(269), currency, card: visa }
  const lines = [
    { name: cup, quantity: 2, vat: 25, total: minor(198) },
    { name: coffee, quantity: 0.5, unit: 'kg', vat: 12, total: minor(71) },
  ]
  const untilPaid = { attempt: 2, attempts: 5, expires: later(now, days(14)).toISOString() }
  const failed = { ...order, ...untilPaid, lines, due: today, code: 'insufficient funds' }
  const subscription = {
    ...{ subscription: 'kGhT', number: 'S-2001', amount: minor(99), currency, start: addDays(today, -42) },
    lines: [{ name: monthly, quantity: 1, vat: 12, total: minor(99) }],
    schedule: { frequency: 'monthly' as const, offset: -1 },
  }
  return {
    'login-link': { expires },
    'email-confirm': { expires },
    'email-changed': { date },
    receipt: { ...order, lines, date, due: today, whole: true },
    refund: {
      ...order,
      amount: minor(99),
      lines: [{ name: cup, quantity: 1, vat: 25, total: minor(99) }],
      date,
      whole: false,
      standing: { paid: minor(170), refunded: minor(99), total: minor(269) },
    },
    'payment-failed': { ...failed, nextTry: addDays(today, 3) },
    'payment-approval': { ...failed, nextTry: addDays(today, 3) },
    'payment-given-up': { ...failed, attempt: 5, due: addDays(today, -7), paused: true },
    'card-expiring': { card: mastercard, lastDay, due: addDays(lastDay, 30) },
    'subscription-started': { ...subscription, due: lastDay },
    'price-changed': {
      ...subscription,
      from: lastDay,
      before: { amount: minor(89), currency },
    },
    'subscription-continues': { ...subscription, by: 'customer', due: lastDay },
    'subscription-ended': { ...subscription, end: today, by: 'customer', asked: date },
  }
}
