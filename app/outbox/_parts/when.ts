import { dateFormat } from '@/server/model/formats'

/** Formats an instant: "today 14:03", "14 March 2031, 14:03". */
export function when(instant: Date, now: Date, timeZone: string): string {
  const day = dateFormat('en-GB', { dateStyle: 'long', timeZone })
  const time = dateFormat('en-GB', { timeStyle: 'short', timeZone }).format(instant)
  const date = day.format(instant)
  return date === day.format(now) ? `today ${time}` : `${date}, ${time}`
}

/** Formats an instant to the second, with its time zone. */
export const exactly = (instant: Date, timeZone: string): string =>
  dateFormat('en-GB', { dateStyle: 'full', timeStyle: 'long', timeZone }).format(instant)
