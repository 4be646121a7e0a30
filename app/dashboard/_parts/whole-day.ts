import type { Day } from '@/server/model/calendar'

/** Formats a day in full: "Monday 30 November 2026". */
export const wholeDay = (day: Day): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
