import { capitalised } from '@/server/model/capitalised'
import type { MailData } from '@/server/model/mail'
import type { Surroundings, Template } from '../letter'
import { askForLink } from '../parts/ask-for-link'
import { cardInWords, lineRows } from '../parts/order'
import type { LabelledValue } from '../parts/rows'

/** A subscription was added to the account. */
export const subscriptionStarted: Template<'subscription-started'> = (data, surroundings) => {
  const { shop, texts, format, today } = surroundings
  const { subscriptionStarted: words, labels } = texts
  const day = format.day(data.start)
  const isAhead = data.start > today
  const about = words.about(shop, format.money(data), texts.schedule(data.schedule, data.start))
  return {
    subject: isAhead ? words.subjectAhead(shop, day) : words.subject(shop),
    preview: about,
    title: isAhead ? words.titleAhead(day) : words.title,
    body: [
      about,
      {
        rows: [
          ...lineRows(data.lines, data, surroundings),
          ...(data.due === undefined
            ? []
            : [{ label: labels.firstPayment, value: format.weekday(data.due) }]),
          ...(data.end === undefined ? [] : [{ label: labels.ends, value: format.weekday(data.end) }]),
          ...numberRows(data, surroundings),
        ],
      },
      words.manage,
      ...askForLink(surroundings),
    ],
  }
}

/** A subscription gets another price or schedule on a day. */
export const priceChanged: Template<'price-changed'> = (data, surroundings) => {
  const { shop, texts, format } = surroundings
  const { priceChanged, scheduleChanged, labels } = texts
  const { before, later, start } = data
  const schedule = texts.schedule(data.schedule, start)
  const scheduleBefore = before.schedule && texts.schedule(before.schedule, before.start ?? start)
  const isRescheduled = scheduleBefore !== undefined && scheduleBefore !== schedule
  const hasPrice = !isRescheduled || before.amount !== data.amount || before.currency !== data.currency
  const words = hasPrice ? priceChanged : scheduleChanged
  const day = format.day(data.from)
  const about = words.about(shop, day, schedule)
  return {
    subject: words.subject(shop, day),
    preview: about,
    title: words.title(day),
    body: [
      about,
      {
        rows: [
          ...(hasPrice ? [{ label: priceChanged.before, value: format.money(before) }] : []),
          ...lineRows(data.lines, data, surroundings, {
            label: hasPrice ? priceChanged.after : labels.total,
          }),
          ...(isRescheduled ? [{ label: scheduleChanged.before, value: capitalised(scheduleBefore) }] : []),
          { label: words.first, value: format.weekday(data.from) },
          ...laterRows(later, surroundings),
          ...numberRows(data, surroundings),
        ],
      },
      priceChanged.what,
      ...askForLink(surroundings),
    ],
  }
}

/** A subscription has ended or will end on a given day. */
export const subscriptionEnded: Template<'subscription-ended'> = (data, surroundings) => {
  const { shop, texts, format, today } = surroundings
  const { subscriptionEnded: words } = texts
  const day = format.day(data.end)
  const asked = data.asked === undefined ? undefined : format.moment(data.asked)
  const isAhead = data.end > today
  const until = isAhead ? words.untilAhead(day) : words.until(day)
  const about = data.by === undefined ? until : `${words.who(data.by, { shop, asked })} ${until}`
  const unpaid = [data.unpaid && words.unpaid, data.retried && words.retried].filter(Boolean).join(' ')
  return {
    subject: isAhead ? words.subjectAhead(shop, day) : words.subject(shop),
    preview: about,
    title: isAhead ? words.titleAhead(day) : words.title,
    body: [
      about,
      unpaid || undefined,
      { rows: [...lineRows(data.lines, data, surroundings), ...numberRows(data, surroundings)] },
    ],
  }
}

/** A subscription that its customer had ended is billed again. */
export const subscriptionContinues: Template<'subscription-continues'> = (data, surroundings) => {
  const { shop, texts, format } = surroundings
  const { subscriptionContinues: words, subscriptionStarted, labels } = texts
  const { later, end } = data
  const about = `${words.who(data.by, shop)} ${words.instead}`
  return {
    subject: words.subject(shop),
    preview: about,
    title: words.title,
    body: [
      about,
      {
        emphasis: subscriptionStarted.about(
          shop,
          format.money(data),
          texts.schedule(data.schedule, data.start),
        ),
      },
      {
        rows: [
          ...lineRows(data.lines, data, surroundings),
          { label: words.next, value: format.weekday(data.due) },
          ...laterRows(later, surroundings),
          ...(end === undefined ? [] : [{ label: labels.ends, value: format.weekday(end) }]),
          ...numberRows(data, surroundings),
        ],
      },
      subscriptionStarted.manage,
      ...askForLink(surroundings),
    ],
  }
}

/** The price that is planned for later, if there is one. */
const laterRows = (
  later: MailData['price-changed']['later'],
  { texts, format }: Surroundings,
): LabelledValue[] =>
  later === undefined
    ? []
    : [{ label: texts.priceChanged.later(format.day(later.from)), value: format.money(later) }]

/** The number of the subscription, if it has one. A subscription with only an amount has no lines that identify it. */
const numberRows = (
  {
    number,
  }: MailData['subscription-started' | 'price-changed' | 'subscription-continues' | 'subscription-ended'],
  { texts }: Surroundings,
): LabelledValue[] => (number === undefined ? [] : [{ label: texts.labels.subscription, value: number }])

/** The default card expires soon or has expired, so payments may fail. */
export const cardExpiring: Template<'card-expiring'> = (data, surroundings) => {
  const { shop, texts, format, today } = surroundings
  const { cardExpiring: words } = texts
  const card = cardInWords(data.card, surroundings)
  const hasExpired = data.lastDay < today
  const without = hasExpired ? words.expired(shop) : words.ahead(shop)
  const about = data.due === undefined ? without : words.missed(shop, format.day(data.due))
  return {
    subject: hasExpired ? words.subjectExpired(shop, card) : words.subject(shop, card),
    preview: about,
    title: hasExpired ? words.titleExpired(card) : words.title(card, format.day(data.lastDay)),
    body: [about, words.how, ...askForLink(surroundings)],
  }
}
