import type { Language } from '../language'

interface ScheduleWords {
  day: string
  week(weekday: string): string
  month(day: string): string
  /** `place`: the month of the quarter, from 0. */
  quarter(day: string, place: number): string
  year(day: string, month: string): string
  /** A day of the month, counted from its beginning. */
  date(nth: string): string
  /** Such a day together with its month. */
  yearly(nth: string, month: string): string
  last: string
  lastButOne: string
  nthLast(nth: string): string
  /** Follows a day that some months do not have. */
  shorter: string
  ordinal(number: number): string
}

const english = new Intl.PluralRules('en', { type: 'ordinal' })
const suffixes = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }

/** How schedules are described in each language. */
export const scheduleWords: Record<Language, ScheduleWords> = {
  en: {
    day: 'every day',
    week: (weekday) => `every week on ${weekday}`,
    month: (day) => `every month on ${day}`,
    quarter: (day, place) => `every quarter on ${day} of the ${['first', 'second', 'third'][place]} month`,
    year: (day, month) => `every year on ${day} of ${month}`,
    date: (nth) => `the ${nth}`,
    yearly: (nth, month) => `every year on the ${nth} of ${month}`,
    last: 'the last day',
    lastButOne: 'the last day but one',
    nthLast: (nth) => `the ${nth} day from the end`,
    shorter: ', or the last day of a shorter month',
    ordinal: (number) => `${number}${suffixes[english.select(number)]}`,
  },
  sv: {
    day: 'varje dag',
    week: (weekday) => `varje ${weekday}`,
    month: (day) => `varje månad ${day}`,
    quarter: (day, place) => `varje kvartal ${day} i ${['första', 'andra', 'tredje'][place]} månaden`,
    year: (day, month) => `varje år ${day} i ${month}`,
    date: (nth) => `den ${nth}`,
    // Before a month, the day is written as in any date.
    yearly: (nth, month) => `varje år den ${Number.parseInt(nth, 10)} ${month}`,
    last: 'den sista dagen',
    lastButOne: 'den näst sista dagen',
    nthLast: (nth) => `den ${nth} dagen från slutet`,
    shorter: ', eller den sista dagen i kortare månader',
    ordinal: (number) =>
      `${number}:${[1, 2].includes(number % 10) && ![11, 12].includes(number) ? 'a' : 'e'}`,
  },
  de: {
    day: 'jeden Tag',
    week: (weekday) => `jede Woche am ${weekday}`,
    month: (day) => `jeden Monat ${day}`,
    quarter: (day, place) => `jedes Quartal ${day} des ${['ersten', 'zweiten', 'dritten'][place]} Monats`,
    year: (day, month) => `jedes Jahr ${day} im ${month}`,
    date: (nth) => `am ${nth}`,
    yearly: (nth, month) => `jedes Jahr am ${nth} ${month}`,
    last: 'am letzten Tag',
    lastButOne: 'am vorletzten Tag',
    nthLast: (nth) => `am ${nth} Tag vom Ende`,
    shorter: ' (in kürzeren Monaten am letzten Tag)',
    ordinal: (number) => `${number}.`,
  },
}
