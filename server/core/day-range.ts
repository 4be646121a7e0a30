import { and, gte, lt, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { addDays, type Day } from '../model/calendar'
import { startOfDay } from './clock'

/** The first and the last day of a filter, both included. */
export interface DayRange {
  start?: Day | undefined
  end?: Day | undefined
}

/** The condition for instants on the days of a time zone. */
export const onDays = (instant: PgColumn, { start, end }: DayRange, timeZone: string): SQL | undefined =>
  and(
    start === undefined ? undefined : gte(instant, startOfDay(start, timeZone)),
    end === undefined ? undefined : lt(instant, startOfDay(addDays(end, 1), timeZone)),
  )
