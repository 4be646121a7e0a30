import { type Day, dayOfMonth } from '@/server/model/calendar'
import type { Days } from '@/server/model/period'
import { written } from '../_parts/day-words'

/** "22 Nov" */
export const dayAndMonth = (day: Day): string =>
  day === '' ? '' : written(day, { day: 'numeric', month: 'short' })

/** "1–22 Nov", "24 Oct – 22 Nov", with the year if it is not this one: "3 Feb – 31 Dec 2025". */
export function daysInWords({ first, last }: Days, today: Day): string {
  const isThisYear = first.slice(0, 4) === today.slice(0, 4) && last.slice(0, 4) === today.slice(0, 4)
  const full = (day: Day) =>
    written(day, { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) })
  if (first === last) return full(last)
  // The year once.
  const start = first.slice(0, 4) === last.slice(0, 4) ? dayAndMonth(first) : full(first)
  // Not `formatRange`: servers and browsers put different spaces into it.
  return first.slice(0, 7) === last.slice(0, 7)
    ? `${dayOfMonth(first)}–${full(last)}`
    : `${start} – ${full(last)}`
}
