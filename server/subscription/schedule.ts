import { z } from 'zod'
import { addDays, type Day, dayIn, dayOfMonth, lengthOfMonth, monthOf, weekdayOf } from '../clock/calendar'

export const frequencies = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const
const Frequency = z.enum(frequencies)
export type Frequency = z.infer<typeof Frequency>

const dayOffset = z.int().min(-31).max(30)

/** What `offset` may be: how many numbers, and the range of the first. The last number of a pair is a day. */
const offsets = {
  daily: undefined,
  weekly: { first: z.int().min(0).max(6), hasDay: false },
  monthly: { first: dayOffset, hasDay: false },
  quarterly: { first: z.int().min(0).max(2), hasDay: true },
  yearly: { first: z.int().min(0).max(11), hasDay: true },
} as const

export const ScheduleObject = z
  .strictObject({
    frequency: Frequency,
    offset: z
      .union([z.int().min(-31).max(30), z.array(z.int().min(-31).max(30)).min(1).max(2)])
      .optional()
      .meta({
        description:
          'weekly: the weekday, 0 is Sunday. monthly: the day, 0 is the 1st, -1 the last. quarterly: the month in the ' +
          'quarter 0–2, or [month, day]. yearly: the month 0–11, or [month, day]. Days past the end of a month are its last.',
        example: [2, -1],
      }),
  })
  .superRefine(({ frequency, offset }, context) => {
    if (offset === undefined) return
    const [first, ...rest] = [offset].flat()
    const allowed = offsets[frequency]
    const complain = (message: string, place: number[] = []) =>
      context.addIssue({ code: 'custom', path: ['offset', ...place], message })
    if (!allowed) return complain('is not for daily schedules; leave it out')
    if (!allowed.first.safeParse(first).success)
      return complain(
        `is out of range for ${frequency}: ${ranges[frequency]}`,
        Array.isArray(offset) ? [0] : [],
      )
    if (rest.length > 0 && !allowed.hasDay) complain(`has one number for ${frequency}: ${ranges[frequency]}`)
  })

const ranges: Record<Frequency, string> = {
  daily: 'none',
  weekly: 'the weekday 0–6, 0 is Sunday',
  monthly: 'the day, 0 for the 1st up to 30, or -1 for the last down to -31',
  quarterly: 'the month in the quarter 0–2, or [month, day]',
  yearly: 'the month 0–11, or [month, day]',
}

export const Schedule = z.union([Frequency, ScheduleObject]).meta({
  id: 'Schedule',
  description: 'How often: a frequency, or a frequency and an offset',
  example: { frequency: 'quarterly', offset: [2, -1] },
})
export type Schedule = z.infer<typeof Schedule>

/** A schedule as it is kept and answered: always an object. */
export type ScheduleTerms = z.infer<typeof ScheduleObject>

export const scheduleTerms = (schedule: Schedule): ScheduleTerms =>
  typeof schedule === 'string' ? { frequency: schedule } : schedule

/**
 * What a schedule means, with what it leaves open taken from its start: the rule that all its dates follow, so that
 * they never drift. `day` counts from 1, or from the month's end when it is negative: -1 is its last.
 */
export type Rule =
  | { every: 'day' }
  | { every: 'week'; weekday: number }
  | { every: 'period'; months: 1 | 3 | 12; month: number; day: number }

const monthsOf = { monthly: 1, quarterly: 3, yearly: 12 } as const

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
    // An offset counts from 0, and from the end when it is negative.
    day: day === undefined ? dayOfMonth(start) : day < 0 ? day : day + 1,
  }
}

/** The first date of the rule on or after `from`. */
export function dateFrom(rule: Rule, from: Day): Day {
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

export interface Terms {
  schedule: Schedule
  /** No date comes before it. */
  start: Day
  /** No date comes after it. */
  end?: Day | undefined
}

/**
 * The next due date of a subscription: the first of its schedule on or after `from` and its start, and after the
 * last date that was billed. Undefined when that would be past its end.
 */
export function dueOf(
  { schedule, start, end }: Terms,
  at: { from?: Day; billed?: Day | undefined } = {},
): Day | undefined {
  const { from = start, billed } = at
  const earliest = [start, from, ...(billed === undefined ? [] : [addDays(billed, 1)])].sort().at(-1) ?? start
  const due = dateFrom(ruleOf(schedule, start), earliest)
  return end !== undefined && due > end ? undefined : due
}

/** The next `count` dates from `due` on, `due` itself the first; fewer when the end comes before. */
export function datesFrom(terms: Terms, due: Day, count: number): Day[] {
  const dates: Day[] = []
  let next: Day | undefined = dueOf(terms, { from: due })
  while (next !== undefined && dates.length < count) {
    dates.push(next)
    next = dueOf(terms, { billed: next })
  }
  return dates
}
