import type { Day } from '@/server/model/calendar'

/** "October 2026" */
export const monthInWords = (day: Day): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
