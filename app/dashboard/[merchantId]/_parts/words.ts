import { addDays, type Day } from '@/server/model/calendar'
import type { ScheduleTerms } from '@/server/model/subscription/schedule'
import { type Dated, dueAfterPause } from '@/server/model/subscription/terms'

const written = (day: Day, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** A day whole, for who wants to know exactly: "Monday 30 November 2026". */
export const wholeDay = (day: Day): string => written(day, { dateStyle: 'full' })

/** The same in a list of dates: "Mon 30 Nov 2026". */
export const listedDay = (day: Day): string =>
  written(day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).replace(',', '')

const dated = (day: Day, today: Day, month: 'long' | 'short') =>
  written(day, { day: 'numeric', month, ...(day.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }) })

const near = (day: Day, today: Day): string | undefined => {
  if (day === today) return 'today'
  if (day === addDays(today, 1)) return 'tomorrow'
  if (day === addDays(today, -1)) return 'yesterday'
  return undefined
}

/** A day as people say it in a sentence: "today", "on Friday" within a week, "on 30 November". */
export function onDay(day: Day, today: Day): string {
  if (day > today && day < addDays(today, 7))
    return near(day, today) ?? `on ${written(day, { weekday: 'long' })}`
  return near(day, today) ?? `on ${dated(day, today, 'long')}`
}

/** A day in a table: "today", "30 Nov", "30 Nov 2027". */
export const shortDay = (day: Day, today: Day): string => near(day, today) ?? dated(day, today, 'short')

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
  /** What each date costs, and what of it is unpaid, as money is written. */
  price: string
  unpaid: string | undefined
  retryOn: Day | null
}

/** What happens next to a subscription, in a sentence. */
export function nextInWords(subscription: Foreseen, today: Day): string {
  const { due, end, isOver, isSuspended, price, unpaid, retryOn } = subscription
  const until = end === null ? '' : `, and it ends ${onDay(end, today)}`
  if (isOver) {
    const ended = `Ended ${onDay(end ?? today, today)}: no more dates come`
    if (!unpaid) return `${ended}.`
    return retryOn
      ? `${ended}, but ${unpaid} is unpaid, next try ${onDay(retryOn, today)}.`
      : `${ended}, but ${unpaid} is unpaid and is not tried again by itself.`
  }
  if (isSuspended) {
    const again = dueAfterPause(subscription satisfies Dated, today)
    const owed = unpaid ?? 'what the account owes'
    return `Payments were given up: nothing more is charged until ${owed} is paid${
      again ? `, then ${price} ${onDay(again, today)}` : ''
    }.`
  }
  if (unpaid) {
    const retry = retryOn ? `next try ${onDay(retryOn, today)}` : 'it is being tried now'
    return `Payment of ${unpaid} failed, ${retry}${due ? `; the next date is ${shortDay(due, today)}` : ''}${until}.`
  }
  if (due === null)
    return end === null
      ? 'Nothing more is to come.'
      : `Nothing more is charged; it ends ${onDay(end, today)}.`
  if (due <= today) return `${price} is due ${onDay(due, today)}, and is charged within a minute${until}.`
  return `${price} is charged ${onDay(due, today)}${until}.`
}
