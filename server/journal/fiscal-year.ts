import { addDays, type Day, dayIn, monthOf } from '../model/calendar'
import type { BookkeepingSettings } from '../model/company'
import type { BookPeriod } from './list-entries'

/** Returns the fiscal year of a day: the calendar year, unless the merchant's fiscal year begins in another month. */
export function fiscalYearOf(day: Day, { fiscalYearStart = 1 }: BookkeepingSettings): BookPeriod {
  const month = monthOf(day)
  const sinceStart = ((((month % 12) - (fiscalYearStart - 1)) % 12) + 12) % 12
  const start = month - sinceStart
  return { from: dayIn(start, 1), to: addDays(dayIn(start + 12, 1), -1) }
}

/** Returns every fiscal year of a period, the last one first. */
export function fiscalYearsOf({ from, to }: BookPeriod, settings: BookkeepingSettings): BookPeriod[] {
  const years = [fiscalYearOf(to, settings)]
  for (let [year] = years; year && year.from > from; years.push(year))
    year = fiscalYearOf(addDays(year.from, -1), settings)
  return years
}

/** Writes a day as export formats do: `20261224`. */
export const plain = (day: Day): string => day.replaceAll('-', '')
