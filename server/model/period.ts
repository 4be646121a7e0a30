import { addDays, type Day, dayIn, dayOfMonth, isDay, monthOf } from './calendar'

/** Consecutive days, both ends included. */
export interface Days {
  first: Day
  last: Day
  /** Whether they are meant as a month so far. Without it, they are one if they are all of its days. */
  isMonth?: boolean
}

interface NamedPeriod {
  /** How URLs of Home name it. Without a key, only lists have it. */
  key?: string
  /** How people name it, and the saved views of lists. */
  name: string
  period: { start: Day; end: Day }
}

/** The periods that pickers offer by name, in the order in which they offer them. */
export function namedPeriods(today: Day): NamedPeriod[] {
  const month = monthOf(today)
  const year = today.slice(0, 4)
  const latest = (count: number) => ({ start: addDays(today, 1 - count), end: today })
  return [
    { key: 'today', name: 'Today', period: latest(1) },
    { key: 'yesterday', name: 'Yesterday', period: { start: addDays(today, -1), end: addDays(today, -1) } },
    { key: '7d', name: 'Last 7 days', period: latest(7) },
    { key: '30d', name: 'Last 30 days', period: latest(30) },
    { key: '90d', name: 'Last 90 days', period: latest(90) },
    { key: 'month', name: 'This month', period: monthPeriod(month) },
    { key: 'last-month', name: 'Last month', period: monthPeriod(month - 1) },
    { name: 'This year', period: { start: `${year}-01-01`, end: `${year}-12-31` } },
  ]
}

const monthPeriod = (month: number) => ({ start: dayIn(month, 1), end: dayIn(month, 31) })

export const defaultPeriod = '30d'

/** The maximum number of days of a period. */
const max = 5 * 366

/**
 * Returns the days of a period as URLs name it: by the key of a named period, a month such as `2026-10`, or days such as
 * `2026-10-05..2026-10-11`. The future is left out. Undefined if there are no such days.
 */
export function daysOf(period: string, today: Day): Days | undefined {
  const named = namedPeriods(today).find(({ key }) => key === period)
  if (named) return untilToday(named.period, today, { isMonth: period.endsWith('month') })
  if (/^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(period))
    return untilToday(monthPeriod(monthOf(`${period}-01`)), today, { isMonth: true })
  const [, start, end] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(period) ?? []
  if (start === undefined || end === undefined || !isDay(start) || !isDay(end)) return undefined
  return untilToday({ start, end }, today)
}

function untilToday(
  { start, end }: NamedPeriod['period'],
  today: Day,
  kind?: Pick<Days, 'isMonth'>,
): Days | undefined {
  const found = { first: start, last: end < today ? end : today, ...kind }
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
