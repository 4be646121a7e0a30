import { addDays, dayOf } from '@/server/model/calendar'

/** An instant as people say it near in time: "today 14:03", "Friday 14:03", "14 March 14:03", "14 March 2031". */
export function when(instant: Date, now: Date, timeZone: string): string {
  const [day, today] = [dayOf(instant, timeZone), dayOf(now, timeZone)]
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(instant)
  const name = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(instant)
  if (day === today) return `today ${time}`
  if (day === addDays(today, -1)) return `yesterday ${time}`
  if (day === addDays(today, 1)) return `tomorrow ${time}`
  if (day > addDays(today, -7) && day < today) return `${name({ weekday: 'long' })} ${time}`
  if (day.slice(0, 4) === today.slice(0, 4)) return `${name({ day: 'numeric', month: 'short' })} ${time}`
  return name({ day: 'numeric', month: 'short', year: 'numeric' })
}

/** The same to the second, with its time zone, and in UTC, as machines tell it. */
export function exactly(instant: Date, timeZone: string): string {
  const here = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long', timeZone })
  return `${here.format(instant)} (${instant.toISOString()})`
}
