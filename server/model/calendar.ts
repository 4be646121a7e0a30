import { dateFormat } from './formats'

/** Calendar days as `YYYY-MM-DD`. They sort like texts. */
export type Day = string

const millisecondsOfDay = 86_400_000

const time = (day: Day): number => Date.parse(`${day}T00:00:00.000Z`)
const dayAt = (instant: number): Day => new Date(instant).toISOString().slice(0, 10)

/** The day `count` days later, or earlier if it is negative. */
export const addDays = (day: Day, count: number): Day => dayAt(time(day) + count * millisecondsOfDay)

/** The later of two days. The other one may not be known. */
export const laterDay = (one: Day, other: Day | null | undefined): Day => (other && one < other ? other : one)

/** Whether a text is an existing day of the years 1000 to 9999. */
export const isDay = (text: string): boolean =>
  /^[1-9]\d{3}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(time(text)) &&
  // JavaScript takes 31 February for 3 March.
  addDays(text, 0) === text

/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => new Date(time(day)).getUTCDay()

/** Months since the year 0: January 2021 is 2021 × 12. */
export const monthOf = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** Day of the month, 1 to 31. */
export const dayOfMonth = (day: Day): number => Number(day.slice(8, 10))

/** The number of days of a month, numbered as by `monthOf`. */
export const lengthOfMonth = (month: number): number =>
  new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate()

/** A day of a month. A day after the month's end becomes its last day. */
export const dayIn = (month: number, day: number): Day =>
  dayAt(Date.UTC(Math.floor(month / 12), month % 12, Math.min(day, lengthOfMonth(month))))

/** The calendar day of an instant in an IANA time zone. */
export function dayOf(instant: Date, timeZone: string): Day {
  const digits = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  return dateFormat('en-CA', { timeZone, ...digits }).format(instant)
}

/** Formats the month of a day, or a month such as `2026-10`, in English: "October 2026". */
export const monthInWords = (month: string): string =>
  dateFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    time(`${month.slice(0, 7)}-01`),
  )
