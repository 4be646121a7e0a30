import { addDays, type Day, dayIn, dayOfMonth, isDay, monthOf } from './calendar'

/** Consecutive days, both ends included. */
export interface Days {
  first: Day
  last: Day
  /** Whether they are meant as a month so far. Without it, they are one if they are all of its days. */
  isMonth?: boolean
}

/** Periods that end today, by the number of their days. */
const recent = new Map([
  ['today', 1],
  ['7d', 7],
  ['30d', 30],
  ['90d', 90],
])

export const defaultPeriod = '30d'

/** The maximum number of days of a period. */
const max = 5 * 366

/**
 * Returns the days of a period as URLs name it: `today`, `yesterday`, `7d`, `30d`, `90d`, `month` and `last-month`, a
 * month such as `2026-10`, or days such as `2026-10-05..2026-10-11`. The future is left out. Undefined if there are no
 * such days.
 */
export function daysOf(period: string, today: Day): Days | undefined {
  const count = recent.get(period)
  if (count !== undefined) return { first: addDays(today, 1 - count), last: today, isMonth: false }
  if (period === 'yesterday') return days(addDays(today, -1), addDays(today, -1), today)
  if (period === 'month') return monthOfDays(monthOf(today), today)
  if (period === 'last-month') return monthOfDays(monthOf(today) - 1, today)
  if (/^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(period)) return monthOfDays(monthOf(`${period}-01`), today)
  const [, first, last] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(period) ?? []
  if (first === undefined || last === undefined || !isDay(first) || !isDay(last)) return undefined
  return days(first, last, today)
}

function monthOfDays(month: number, today: Day): Days | undefined {
  const found = days(dayIn(month, 1), dayIn(month, 31), today)
  return found && { ...found, isMonth: true }
}

function days(first: Day, last: Day, today: Day): Days | undefined {
  const found = { first, last: last < today ? last : today }
  return found.first <= found.last && lengthOf(found) <= max ? found : undefined
}

export const lengthOf = ({ first, last }: Days): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1

/**
 * Returns the days that a period is compared with: for a month the month before, for a month that is not over the same
 * days of the month before, otherwise as many days just before it.
 */
export function daysBefore(period: Days): Days {
  const { first, last } = period
  const month = monthOf(first)
  const isWhole = first === dayIn(month, 1) && last === dayIn(month, 31)
  if (!(period.isMonth ?? isWhole)) {
    return { first: addDays(first, -lengthOf(period)), last: addDays(first, -1) }
  }
  return { first: dayIn(month - 1, 1), last: dayIn(month - 1, isWhole ? 31 : dayOfMonth(last)) }
}
