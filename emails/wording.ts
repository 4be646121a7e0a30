import type { MailData, MailOrder, MailTemplate } from '@/server/model/mail'
import { filled, type OwnWords, ownWordsParts, type Placeholder } from '@/server/model/mail-wording'
import type { Surroundings } from './letter'
import { cardInWords } from './parts/order'

type Values = Partial<Record<Placeholder, string>>

type ValuesOf<T extends MailTemplate> = (data: MailData[T], surroundings: Surroundings) => Values

const paymentValues = (data: MailOrder, surroundings: Surroundings): Values => ({
  amount: surroundings.format.money(data),
  order: data.number ?? data.order,
  ...(data.card && { card: cardInWords(data.card, surroundings) }),
})

const failureValues = (
  data: MailOrder & { attempt?: number; attempts?: number },
  surroundings: Surroundings,
): Values => ({
  ...paymentValues(data, surroundings),
  ...(data.attempt !== undefined && { attempt: `${data.attempt}` }),
  ...(data.attempts !== undefined && { attempts: `${data.attempts}` }),
})

const retriedValues = (
  data: MailData['payment-failed' | 'payment-approval'],
  surroundings: Surroundings,
): Values => ({
  ...failureValues(data, surroundings),
  day: surroundings.format.nearWeekday(data.nextTry),
})

/** The values of a mail's placeholders, except the names of the customer and the shop. */
const ownValues: { [T in MailTemplate]?: ValuesOf<T> } = {
  receipt: paymentValues,
  refund: paymentValues,
  'payment-failed': retriedValues,
  'payment-approval': retriedValues,
  'payment-given-up': failureValues,
  'card-expiring': ({ card, lastDay }, surroundings) => ({
    card: cardInWords(card, surroundings),
    day: surroundings.format.day(lastDay),
  }),
  'subscription-started': (data, { format }) => ({ amount: format.money(data), day: format.day(data.start) }),
  'subscription-ended': (data, { format }) => ({ amount: format.money(data), day: format.day(data.end) }),
  'subscription-continues': (data, { format }) => ({ amount: format.money(data), day: format.day(data.due) }),
  'price-changed': (data, { format }) => ({ amount: format.money(data), day: format.day(data.from) }),
}

/** Returns the values of the placeholders of a mail. `customerName` is undefined if it is not known. */
export function valuesOf<T extends MailTemplate>(
  template: T,
  data: MailData[T],
  surroundings: Surroundings,
  customerName: string | undefined,
): Values {
  return {
    shop: surroundings.shop,
    ...(customerName !== undefined && { name: customerName }),
    ...ownValues[template]?.(data, surroundings),
  }
}

/** Returns Kassa's words, replaced by the merchant's own where it has some and all their placeholders have values. */
export function worded(
  kassas: Required<OwnWords>,
  own: OwnWords | undefined,
  values: Values,
): Required<OwnWords> {
  const words = { ...kassas }
  for (const part of ownWordsParts) {
    const text = own?.[part]
    words[part] = (text === undefined ? undefined : filled(text, values)) ?? kassas[part]
  }
  return words
}

/** Returns words with the values in them replaced by their placeholders, longest first: an amount may contain a day. */
export function asPattern(words: Required<OwnWords>, values: Values): Required<OwnWords> {
  const longestFirst = Object.entries(values).sort(([, one], [, other]) => other.length - one.length)
  const pattern = (text: string) =>
    longestFirst.reduce((rest, [name, value]) => rest.replace(value, `{${name}}`), text)
  return {
    subject: pattern(words.subject),
    greeting: pattern(words.greeting),
    closing: pattern(words.closing),
  }
}
