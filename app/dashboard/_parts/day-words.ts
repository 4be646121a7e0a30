import type { Day } from '@/server/model/calendar'
import { dateFormat } from '@/server/model/formats'

/** Formats a calendar day in English. */
export const written = (day: Day, options: Intl.DateTimeFormatOptions): string =>
  dateFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** Formats a day in full: "Monday 30 November 2026". */
export const wholeDay = (day: Day): string => written(day, { dateStyle: 'full' })

/** Formats a day with its year if that is another. */
export const dated = (day: Day, today: Day, month: 'long' | 'short'): string =>
  written(day, { day: 'numeric', month, ...(day.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }) })

/** Formats a day within a sentence: "20 December". */
export const dayInSentence = (day: Day, today: Day): string => dated(day, today, 'long')
