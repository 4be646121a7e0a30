import { type Day, lengthOfMonth } from '../calendar'
import { dateFormat } from '../formats'
import type { Language } from '../language'
import type { Items } from '../order/schemas'
import { type Rule, ruleOf } from './dates'
import type { Schedule } from './schedule'
import { scheduleWords } from './schedule-words'

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
export const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

/** A schedule in words: "every quarter on the last day of the third month". */
export function scheduleInWords(schedule: Schedule, start: Day, language: Language = 'en'): string {
  const words = scheduleWords[language]
  const rule = ruleOf(schedule, start)
  if (rule.every === 'day') return words.day
  // The 1st of January 2023 was a Sunday.
  if (rule.every === 'week') return words.week(nameOf(language, { weekday: 'long' }, 0, 1 + rule.weekday))
  const day = dayInWords(rule, language)
  if (rule.months === 1) return words.month(day)
  if (rule.months === 3) return words.quarter(day, rule.month)
  const month = nameOf(language, { month: 'long' }, rule.month, 1)
  return rule.day > 0 ? words.yearly(words.ordinal(rule.day), month) : words.year(day, month)
}

const nameOf = (language: Language, options: Intl.DateTimeFormatOptions, month: number, day: number) =>
  dateFormat(language, { ...options, timeZone: 'UTC' }).format(Date.UTC(2023, month, day))

/** A schedule in unambiguous words: "every month on the 31st, or the last day of a shorter month". */
export function scheduleInFull(schedule: Schedule, start: Day, language: Language = 'en'): string {
  const inWords = scheduleInWords(schedule, start, language)
  const rule = ruleOf(schedule, start)
  return rule.every === 'period' && rule.day > shortestMonth(rule)
    ? `${inWords}${scheduleWords[language].shorter}`
    : inWords
}

/** The length of the shortest month in which a rule has a date, ignoring leap years. */
function shortestMonth({ months, month }: Extract<Rule, { every: 'period' }>): number {
  const places = Array.from({ length: 12 / months }, (_, period) => period * months + month)
  return Math.min(...places.map((place) => lengthOfMonth(2027 * 12 + place)))
}

/** A day of a month, counted from 1, or from the month's end when it is negative. */
export function dayInWords(
  { day }: Pick<Extract<Rule, { every: 'period' }>, 'day'>,
  language: Language = 'en',
): string {
  const words = scheduleWords[language]
  if (day === -1) return words.last
  if (day === -2) return words.lastButOne
  return day > 0 ? words.date(words.ordinal(day)) : words.nthLast(words.ordinal(-day))
}

/** What a subscription with neither names nor a number is called. */
export const unnamedSubscription = 'Subscription'

/** A short name for what is subscribed to: its contents, else its number. */
export function itemsInShort(items: Items, number?: string | null): string {
  const lines = typeof items === 'number' ? [] : [items].flat()
  const names = [...new Set(lines.flatMap(({ name }) => name ?? []))]
  const [first, second] = names
  if (first === undefined) return number ?? unnamedSubscription
  if (second === undefined) return first
  return names.length === 2 ? `${first} and ${second}` : `${first} and ${names.length - 1} more`
}
