import type { MailData } from '@/server/model/mail'
import type { Block, Surroundings, Template } from '../letter'
import { askForLink } from '../parts/ask-for-link'
import { cardInWords, lineRows, orderRows, standingRows } from '../parts/order'

/** The receipt for a charge. */
export const receipt: Template<'receipt'> = (data, surroundings) => {
  const { shop, texts, format, orderPage } = surroundings
  const { receipt: words, labels } = texts
  const amount = format.money(data)
  const about = data.whole ? words.whole(shop) : words.part(shop)
  return {
    subject: words.subject(shop, amount),
    preview: about,
    title: words.title(amount),
    body: [
      about,
      { rows: lineRows(data.lines, data, surroundings, { vat: data.vat }) },
      {
        rows: [
          { label: labels.date, value: format.date(data.date) },
          ...(data.due === undefined ? [] : [{ label: labels.due, value: format.day(data.due) }]),
          ...standingRows(data, surroundings),
          ...orderRows(data, surroundings),
        ],
      },
      { button: words.button, href: orderPage(data.order) },
    ],
  }
}

/** The confirmation of a refund. */
export const refund: Template<'refund'> = (data, surroundings) => {
  const { shop, texts, format, orderPage } = surroundings
  const { refund: words, labels } = texts
  const amount = format.money(data)
  const about = data.whole ? words.whole(shop) : words.part(shop)
  const where = data.card ? `${words.toCard(cardInWords(data.card, surroundings))} ` : ''
  return {
    subject: words.subject(shop, amount),
    preview: about,
    title: words.title(amount),
    body: [
      about,
      `${where}${words.when}`,
      { rows: lineRows(data.lines ?? [], data, surroundings, { label: labels.refunded, vat: data.vat }) },
      {
        rows: [
          { label: labels.date, value: format.date(data.date) },
          ...standingRows(data, surroundings),
          ...orderRows(data, surroundings),
        ],
      },
      { button: words.button, href: orderPage(data.order) },
    ],
  }
}

/** The customer's bank wants the customer to approve a payment. */
export const paymentApproval: Template<'payment-approval'> = (data, surroundings) => {
  const { shop, texts, format } = surroundings
  const { paymentApproval: words } = texts
  const amount = format.money(data)
  return {
    subject:
      data.attempt === undefined || data.attempts === undefined
        ? words.subject(shop, amount)
        : words.subjectOfAttempt(data.attempt, data.attempts, format.nearWeekday(data.nextTry)),
    preview: words.about,
    title: words.title(amount),
    body: [
      words.about,
      ...pay(data, words.button, surroundings),
      words.otherwise(format.weekday(data.nextTry)),
      ...owed(data, surroundings),
    ],
  }
}

/** A subscription payment failed and will be retried. */
export const paymentFailed: Template<'payment-failed'> = (data, surroundings) => {
  const { shop, texts, format } = surroundings
  const { paymentFailed: words } = texts
  const amount = format.money(data)
  const decline = texts.decline(data.code, data.card !== undefined)
  const next = words.next(format.weekday(data.nextTry))
  return {
    subject:
      data.attempt === undefined || data.attempts === undefined
        ? words.subject(shop, amount)
        : words.subjectOfAttempt(data.attempt, data.attempts, format.nearWeekday(data.nextTry)),
    preview: `${decline.what} ${next}`,
    title: words.title(amount),
    body: [
      `${decline.what} ${decline.todo}`,
      { emphasis: next },
      payNow(data, surroundings),
      ...pay(data, texts.payLink.button(amount), surroundings),
      ...owed(data, surroundings),
    ],
  }
}

/** The last attempt of a subscription payment failed, and the account is suspended. */
export const paymentGivenUp: Template<'payment-given-up'> = (data, surroundings) => {
  const { shop, texts, format } = surroundings
  const { paymentGivenUp: words } = texts
  const amount = format.money(data)
  const about = `${texts.decline(data.code, data.card !== undefined).what} ${words.last}`
  return {
    subject:
      data.attempt === undefined || data.attempts === undefined
        ? words.subject(shop, amount)
        : words.subjectOfAttempt(data.attempt, data.attempts),
    preview: about,
    title: words.title(amount),
    body: [
      about,
      ...(data.paused === false ? [] : [{ emphasis: words.meanwhile(shop) }]),
      payNow(data, surroundings),
      ...pay(data, texts.payLink.button(amount), surroundings),
      ...owed(data, surroundings),
    ],
  }
}

/** Says that the payment can be made now, and with which cards, as the page of its link offers it. */
function payNow(
  { code, card }: MailData['payment-failed'] | MailData['payment-given-up'],
  { texts: { decline, payLink } }: Surroundings,
): string {
  if (!card) return payLink.withCard
  return decline(code, true).isSameCardGood ? payLink.withAnyCard : payLink.withAnotherCard
}

type UnpaidMail = MailData['payment-approval'] | MailData['payment-failed'] | MailData['payment-given-up']

/**
 * The button that leads to a payment. The link is not stored after sending: a mail that is shown again leads to the
 * account.
 */
function pay({ expires }: UnpaidMail, button: string, surroundings: Surroundings): Block[] {
  const { texts, format, secret } = surroundings
  if (secret === undefined) return askForLink(surroundings)
  return [
    { button, href: secret },
    ...(expires === undefined ? [] : [{ small: texts.payLink.until(format.date(expires)) }]),
  ]
}

/** What is to be paid. */
const owed = (data: UnpaidMail, surroundings: Surroundings): Block[] => [
  { rows: lineRows(data.lines, data, surroundings) },
  {
    rows: [
      { label: surroundings.texts.labels.due, value: surroundings.format.day(data.due) },
      ...orderRows(data, surroundings),
    ],
  },
]
