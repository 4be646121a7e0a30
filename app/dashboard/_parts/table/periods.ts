import {
  addDays,
  type Day,
  dayIn,
  dayOfMonth,
  isDay,
  lengthOfMonth,
  weekdayOf,
} from '@/server/model/calendar'
import { dateFormat } from '@/server/model/formats'
import { namedPeriods } from '@/server/model/period'
import { written } from '../day-words'

/** A range of days, both included. An end that is missing is open. */
export interface Period {
  start?: Day | undefined
  end?: Day | undefined
}

/**
 * The name of a period, if it has one: "Last 30 days". At the end of a month of 30 days, that is "This month": someone who
 * looks at a whole month usually wants the next month next.
 */
export const nameOfPeriod = ({ start, end }: Period, today: Day): string | undefined =>
  namedPeriods(today).findLast(({ period }) => period.start === start && period.end === end)?.name

/** The filters of lists that are periods, and the name under which a saved view keeps one. */
const periodFilters = [
  { kept: 'period', from: 'start', to: 'end' },
  { kept: 'duePeriod', from: 'dueFrom', to: 'dueTo' },
]

/**
 * Returns the query of a list as a saved view keeps it: with a named period instead of its days, so that "This month" is
 * still this month next month.
 */
export function withNamedPeriod(query: string, today: Day): { query: string; name: string | undefined } {
  const given = new URLSearchParams(query)
  for (const { kept, from, to } of periodFilters) {
    const name = nameOfPeriod({ start: given.get(from) ?? undefined, end: given.get(to) ?? undefined }, today)
    if (name === undefined) continue
    const entries = [...given].flatMap(([key, value]) =>
      key === from ? [[kept, name]] : key === to ? [] : [[key, value]],
    )
    return { query: new URLSearchParams(entries).toString(), name }
  }
  return { query, name: undefined }
}

/** Returns the query of a saved view with the days that its named period has today. */
export function withDays(query: string, today: Day): string {
  const given = new URLSearchParams(query)
  for (const { kept, from, to } of periodFilters) {
    const named = namedPeriods(today).find(({ name }) => name === given.get(kept))
    if (!named) continue
    const { start, end } = named.period
    const entries = [...given].flatMap(([key, value]) =>
      key === kept
        ? [
            [from, start],
            [to, end],
          ]
        : [[key, value]],
    )
    return new URLSearchParams(entries).toString()
  }
  return query
}

/**
 * Describes a period: "Last 30 days", "1–14 Nov 2026", "from 3 Nov 2026". Repeats what is not a day: anyone can edit a
 * URL.
 */
export function periodInWords(period: Period, today: Day): string {
  const { start, end } = period
  const given = [start, end].filter((day) => day !== undefined)
  if (!given.every(isDay)) return given.join(' – ')
  const full = (day: Day) => written(day, { day: 'numeric', month: 'short', year: 'numeric' })
  const name = nameOfPeriod(period, today)
  if (name) return name
  if (!start) return end ? `until ${full(end)}` : 'any time'
  if (!end) return `from ${full(start)}`
  if (start === end) return full(start)
  if (start.slice(0, 7) === end.slice(0, 7)) return `${dayOfMonth(start)}–${full(end)}`
  const short = written(start, { day: 'numeric', month: 'short' })
  return `${start.slice(0, 4) === end.slice(0, 4) ? short : full(start)} – ${full(end)}`
}

const sample = new Date(Date.UTC(2026, 10, 22))

/** How a locale writes days in digits: `DD/MM/YYYY`. */
export function dayPattern(locale: string): string {
  const parts = dayFormat(locale).formatToParts(sample)
  const letters: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {
    day: 'DD',
    month: 'MM',
    year: 'YYYY',
  }
  return parts.map(({ type, value }) => letters[type] ?? value).join('')
}

/** What is wrong with a range of typed days. */
export const rangeProblems = {
  unreadable: (locale: string) => `Enter a date as ${dayPattern(locale)}.`,
  reversed: 'The end is before the start.',
}

const dayFormat = (locale: string) =>
  dateFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })

/** Writes a day in digits as a locale does. */
export const dayInDigits = (day: Day, locale: string): string =>
  dayFormat(locale).format(new Date(`${day}T00:00:00Z`))

/** Parses a day in a locale's format, or as `2026-11-22`; undefined if it is not a day. */
export function readDay(text: string, locale: string): Day | undefined {
  const numbers = text.trim().match(/\d+/g) ?? []
  if (numbers.length !== 3 || /[a-z]/i.test(text)) return undefined
  const isIso = (numbers[0]?.length ?? 0) === 4
  const order = isIso
    ? (['year', 'month', 'day'] as const)
    : dayFormat(locale)
        .formatToParts(sample)
        .flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []))
  const numberOf = (part: 'day' | 'month' | 'year') => Number(numbers[order.indexOf(part)])
  const [day, month] = [numberOf('day'), numberOf('month')]
  const year = numberOf('year') < 100 ? 2000 + numberOf('year') : numberOf('year')
  if (year < 2000 || year > 2999 || month < 1 || month > 12) return undefined
  const number = year * 12 + month - 1
  return day < 1 || day > lengthOfMonth(number) ? undefined : dayIn(number, day)
}

/** The first day of the week in a locale: 1 is Monday, 0 Sunday. Without information it is Monday. */
export function firstWeekday(locale: string): number {
  const of = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  return ((of.getWeekInfo?.() ?? of.weekInfo)?.firstDay ?? 1) % 7
}

/** The weeks of a month, with the days before and after it that fill them. */
export function weeksOf(month: number, locale: string): Day[][] {
  const first = dayIn(month, 1)
  const before = (weekdayOf(first) - firstWeekday(locale) + 7) % 7
  const count = Math.ceil((before + lengthOfMonth(month)) / 7)
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(first, week * 7 + day - before)),
  )
}
