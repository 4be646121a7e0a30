import { type Day, lengthOfMonth } from '../calendar'
import type { Items } from '../order/schemas'
import { type Rule, ruleOf } from './dates'
import type { Schedule } from './schedule'

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
export const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]
const places = ['first', 'second', 'third']

/** A schedule in words: "every quarter on the last day of the third month". */
export function scheduleInWords(schedule: Schedule, start: Day): string {
  const rule = ruleOf(schedule, start)
  if (rule.every === 'day') return 'every day'
  if (rule.every === 'week') return `every week on ${weekdays[rule.weekday]}`
  const day = dayInWords(rule)
  if (rule.months === 1) return `every month on ${day}`
  if (rule.months === 3) return `every quarter on ${day} of the ${places[rule.month]} month`
  return `every year on ${day} of ${monthNames[rule.month]}`
}

/** A schedule in unambiguous words: "every month on the 31st, or the last day of a shorter month". */
export function scheduleInFull(schedule: Schedule, start: Day): string {
  const words = scheduleInWords(schedule, start)
  const rule = ruleOf(schedule, start)
  return rule.every === 'period' && rule.day > shortestMonth(rule)
    ? `${words}, or the last day of a shorter month`
    : words
}

/** The length of the shortest month in which a rule has a date, ignoring leap years. */
function shortestMonth({ months, month }: Extract<Rule, { every: 'period' }>): number {
  const places = Array.from({ length: 12 / months }, (_, period) => period * months + month)
  return Math.min(...places.map((place) => lengthOfMonth(2027 * 12 + place)))
}

/** A day of a month, counted from 1, or from the month's end when it is negative. */
export function dayInWords({ day }: Pick<Extract<Rule, { every: 'period' }>, 'day'>): string {
  if (day === -1) return 'the last day'
  if (day === -2) return 'the last day but one'
  return day > 0 ? `the ${ordinal(day)}` : `the ${ordinal(-day)} day from the end`
}

function ordinal(number: number): string {
  const suffix = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }
  return `${number}${suffix[new Intl.PluralRules('en', { type: 'ordinal' }).select(number)]}`
}

/** A short name for what is subscribed to: its contents, else its number. */
export function itemsInShort(items: Items, number?: string | null): string {
  const lines = typeof items === 'number' ? [] : [items].flat()
  const names = [...new Set(lines.flatMap(({ name }) => name ?? []))]
  const [first, second] = names
  if (first === undefined) return number ?? 'Subscription'
  if (second === undefined) return first
  return names.length === 2 ? `${first} and ${second}` : `${first} and ${names.length - 1} more`
}
