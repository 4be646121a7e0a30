import type { Day } from '../clock/calendar'
import { type Rule, ruleOf, type Schedule } from './schedule'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]
const places = ['first', 'second', 'third']

/** A schedule in plain words: "every quarter on the last day of the third month". */
export function scheduleInWords(schedule: Schedule, start: Day): string {
  const rule = ruleOf(schedule, start)
  if (rule.every === 'day') return 'every day'
  if (rule.every === 'week') return `every week on ${weekdays[rule.weekday]}`
  const day = dayInWords(rule)
  if (rule.months === 1) return `every month on ${day}`
  if (rule.months === 3) return `every quarter on ${day} of the ${places[rule.month]} month`
  return `every year on ${day} of ${monthNames[rule.month]}`
}

function dayInWords({ day }: Extract<Rule, { every: 'period' }>): string {
  if (day === -1) return 'the last day'
  if (day === -2) return 'the last day but one'
  return day > 0 ? `the ${ordinal(day)}` : `the ${ordinal(-day)} day from the end`
}

function ordinal(number: number): string {
  const suffix = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }
  return `${number}${suffix[new Intl.PluralRules('en', { type: 'ordinal' }).select(number)]}`
}
