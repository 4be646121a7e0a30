import { addDays, type Day, dayIn, dayOfMonth, lengthOfMonth, monthOf, weekdayOf } from '../calendar'
import type { PlannedChange } from './planned-change'
import type { Schedule, ScheduleTerms } from './schedule'

// Separate from the schemas in `schedule.ts`: forms in the browser compute dates too, without loading zod.

/** Returns the terms of a schedule, which may be given as its frequency alone. */
export const scheduleTerms = (schedule: Schedule): ScheduleTerms =>
  typeof schedule === 'string' ? { frequency: schedule } : schedule

/**
 * The rule that all dates of a schedule follow. Its start fills in what the schedule leaves open, so dates never drift.
 * `day` counts from 1, or from the month's end if it is negative: -1 is the last day.
 */
export type Rule =
  | { every: 'day' }
  | { every: 'week'; weekday: number }
  | { every: 'period'; months: 1 | 3 | 12; month: number; day: number }

const monthsOf = { monthly: 1, quarterly: 3, yearly: 12 } as const

/** Returns the rule that the dates of a schedule follow, for a subscription that starts on `start`. */
export function ruleOf(schedule: Schedule, start: Day): Rule {
  const { frequency, offset } = scheduleTerms(schedule)
  const [first, second] = offset === undefined ? [] : [offset].flat()
  if (frequency === 'daily') return { every: 'day' }
  if (frequency === 'weekly') return { every: 'week', weekday: first ?? weekdayOf(start) }
  const months = monthsOf[frequency]
  const day = frequency === 'monthly' ? first : second
  return {
    every: 'period',
    months,
    month: frequency === 'monthly' ? 0 : (first ?? monthOf(start) % months),
    // An offset counts from 0, and from the end if it is negative.
    day: day === undefined ? dayOfMonth(start) : day < 0 ? day : day + 1,
  }
}

/** The first date of the rule on or after `from`. */
function dateFrom(rule: Rule, from: Day): Day {
  if (rule.every === 'day') return from
  if (rule.every === 'week') return addDays(from, (rule.weekday - weekdayOf(from) + 7) % 7)
  const period = Math.floor(monthOf(from) / rule.months)
  const here = dateIn(rule, period)
  return here >= from ? here : dateIn(rule, period + 1)
}

function dateIn({ months, month, day }: Extract<Rule, { every: 'period' }>, period: number): Day {
  const place = period * months + month
  return dayIn(place, day > 0 ? day : Math.max(1, lengthOfMonth(place) + 1 + day))
}

export interface DateTerms {
  schedule: Schedule
  /** No date comes before it. */
  start: Day
  /** No date comes after it. */
  end?: Day | undefined
  /** From its day on, the dates are those of its schedule. */
  planned?: Pick<PlannedChange, 'from' | 'schedule'> | null | undefined
}

/**
 * The next due date of a subscription: the first of its schedule on or after `from` and its start, and after the last
 * billed date. Undefined if that is past its end.
 */
export function dueOf(
  { schedule, start, end, planned }: DateTerms,
  at: { from?: Day; billed?: Day | undefined } = {},
): Day | undefined {
  const { from = start, billed } = at
  const earliest = [start, from, ...(billed === undefined ? [] : [addDays(billed, 1)])].sort().at(-1) ?? start
  const before = dateFrom(ruleOf(schedule, start), earliest)
  const due =
    planned?.schedule === undefined || before < planned.from
      ? before
      : dateFrom(ruleOf(planned.schedule, start), [earliest, planned.from].sort().at(-1) ?? earliest)
  return end !== undefined && due > end ? undefined : due
}

/**
 * The next `count` dates, starting with `due`; fewer if the end comes first. A date that waits to be billed survives a
 * change of the schedule, so `due` need not be one of its dates.
 */
export function datesFrom(terms: DateTerms, due: Day, count: number): Day[] {
  const dates: Day[] = []
  let next: Day | undefined = terms.end !== undefined && due > terms.end ? undefined : due
  while (next !== undefined && dates.length < count) {
    dates.push(next)
    const later = dueOf(terms, { billed: next })
    // Days end with the year 9999: a later one would not be written, or sorted, like a day.
    next = later !== undefined && later > next ? later : undefined
  }
  return dates
}

/** A subscription's first due date from a day on; undefined if it ends before. */
export function firstDateFrom(
  { due, end, ...terms }: Omit<DateTerms, 'end'> & { due: Day | null; end: Day | null },
  from: Day,
): Day | undefined {
  if (due === null) return undefined
  // At most one date waits to be billed for each day before.
  return datesFrom({ ...terms, end: end ?? undefined }, due, 5000).find((day) => day >= from)
}
