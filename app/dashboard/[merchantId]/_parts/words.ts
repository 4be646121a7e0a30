import { addDays, type Day } from '@/server/model/calendar'
import type { ScheduleTerms } from '@/server/model/subscription/schedule'
import { unnamedSubscription } from '@/server/model/subscription/schedule-in-words'
import { type Dated, dueAfterPause } from '@/server/model/subscription/terms'
import { dated, written } from '../../_parts/day-words'

/** Formats a day for a list of dates: "Mon 30 Nov 2026". */
export const listedDay = (day: Day): string =>
  written(day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).replace(',', '')

const near = (day: Day, today: Day): string | undefined => {
  if (day === today) return 'today'
  if (day === addDays(today, 1)) return 'tomorrow'
  if (day === addDays(today, -1)) return 'yesterday'
  return undefined
}

/** Formats a day for a sentence: "today", "on Friday" within a week, "on 30 November". */
export function onDay(day: Day, today: Day): string {
  if (day > today && day < addDays(today, 7))
    return near(day, today) ?? `on ${written(day, { weekday: 'long' })}`
  return near(day, today) ?? `on ${dated(day, today, 'long')}`
}

/** Formats a day for a table: "today", "30 Nov", "30 Nov 2027". */
export const shortDay = (day: Day, today: Day): string => near(day, today) ?? dated(day, today, 'short')

/** A subscription in a sentence, as `itemsInShort` calls it: one with neither names nor a number is "the subscription". */
export const subscriptionInSentence = (what: string): string =>
  what === unnamedSubscription ? 'the subscription' : what

export interface Foreseen {
  schedule: ScheduleTerms
  start: Day
  due: Day | null
  end: Day | null
  billed: Day | null
  /** Whether it has ended. */
  isOver: boolean
  /** Whether its account is suspended. */
  isSuspended: boolean
  /** Formatted amounts: the price per date, and what is unpaid. */
  price: string
  unpaid: string | undefined
  retryOn: Day | null
  /** Of the order that is retried next. */
  attempts?: Attempts | undefined
}

/** Which attempt failed last, and how many there are. */
interface Attempts {
  attempt: number
  attempts: number
}

/** Describes the next attempt: which one of how many it is, and what happens if it fails. */
export function attemptAhead(attempts: Attempts | undefined): { place: string; ifItFails: string } {
  const isLast = attempts !== undefined && attempts.attempt + 1 >= attempts.attempts
  const isPast = attempts !== undefined && attempts.attempt >= attempts.attempts
  return {
    // A payment whose request was lost is repeated even after the last retry.
    place: attempts && !isPast ? ` (attempt ${attempts.attempt + 1} of ${attempts.attempts})` : '',
    ifItFails: `If ${isLast ? 'it fails too' : 'all attempts fail'}, the account is suspended.`,
  }
}

/** The day of a subscription's next charge. A suspended account is not charged for days that pass until it has paid. */
export const nextCharge = (subscription: Dated & Pick<Foreseen, 'isSuspended'>, today: Day): Day | null => {
  const { due, isSuspended } = subscription
  return due !== null && isSuspended ? dueAfterPause(subscription, today) : due
}

/** Describes what happens next to a subscription. */
export function nextInWords(subscription: Foreseen, today: Day): string {
  const { due, end, isOver, isSuspended, price, unpaid, retryOn, attempts } = subscription
  const until = end === null ? '' : ` The subscription ends ${onDay(end, today)}.`
  if (isOver) {
    const ended = `Ended ${onDay(end ?? today, today)}`
    if (!unpaid) return `${ended}. No further payments.`
    return retryOn
      ? `${ended}, but ${unpaid} is unpaid. Next attempt ${onDay(retryOn, today)}.`
      : `${ended}, but ${unpaid} is unpaid and will not be retried automatically.`
  }
  if (isSuspended) {
    const again = nextCharge(subscription, today)
    if (again === null) return `All payment attempts failed, and nothing more will be charged.${until}`
    const owed = unpaid ?? 'the account’s unpaid amount'
    return `All payment attempts failed. Nothing more will be charged until ${owed} is paid or written off; after that, ${price} will be charged ${onDay(again, today)}.`
  }
  if (unpaid) {
    const { place, ifItFails } = attemptAhead(attempts)
    const retry = retryOn
      ? `Next attempt ${onDay(retryOn, today)}${place}. ${ifItFails}`
      : 'It is being retried now.'
    return `Payment of ${unpaid} failed. ${retry}${due ? ` Next regular payment: ${shortDay(due, today)}.` : ''}${until}`
  }
  if (due === null)
    return end === null
      ? 'No further payments.'
      : `Nothing more will be charged. The subscription ends ${onDay(end, today)}.`
  if (due <= today)
    return `${price} ${due < today ? 'was' : 'is'} due ${onDay(due, today)} and will be charged within a minute.${until}`
  return `${price} will be charged ${onDay(due, today)}.${until}`
}

/** Says which price is planned for later. */
export const plannedPriceInWords = (price: string, from: Day, today: Day): string =>
  `The price changes to ${price} ${onDay(from, today)}, as planned.`
