import { addDays, dayOf } from '@/server/model/calendar'
import { dateFormat } from '@/server/model/formats'

/** Formats an instant relative to now: "today 14:03", "Friday 14:03", "14 Mar 14:03", "14 Mar 2031". */
export function when(instant: Date, now: Date, timeZone: string): string {
  const [day, today] = [dayOf(instant, timeZone), dayOf(now, timeZone)]
  const time = timeOfDay(instant, timeZone)
  const name = (options: Intl.DateTimeFormatOptions) =>
    dateFormat('en-GB', { ...options, timeZone }).format(instant)
  if (day === today) return `today ${time}`
  if (day === addDays(today, -1)) return `yesterday ${time}`
  if (day === addDays(today, 1)) return `tomorrow ${time}`
  if (day > addDays(today, -7) && day < today) return `${name({ weekday: 'long' })} ${time}`
  if (day.slice(0, 4) === today.slice(0, 4)) return `${name({ day: 'numeric', month: 'short' })} ${time}`
  return name({ day: 'numeric', month: 'short', year: 'numeric' })
}

/** Formats the time of an instant: "14:03". */
export const timeOfDay = (instant: Date, timeZone: string): string =>
  dateFormat('en-GB', { timeStyle: 'short', timeZone }).format(instant)

/** Formats an instant to the second in the given time zone, followed by the ISO 8601 form in UTC. */
export function exactly(instant: Date, timeZone: string): string {
  const here = dateFormat('en-GB', { dateStyle: 'full', timeStyle: 'long', timeZone })
  return `${here.format(instant)} (${instant.toISOString()})`
}

/** Formats an instant for paper, which is read on other days: "14 Mar 2031, 14:03". */
export const onPaper = (instant: Date, timeZone: string): string =>
  dateFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(instant)
