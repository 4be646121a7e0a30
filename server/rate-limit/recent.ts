import { and, gt, lte } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { later, minutes } from '../core/clock'

/**
 * How far ahead another process's clock may be. Anything later was written while a clock was wrong. Limits ignore it,
 * because they would otherwise last as long as the clock was ahead.
 */
const tolerance = minutes(1)

/** The time after which nothing counts as having happened yet. */
export const latestBelieved = (now: Date): Date => later(now, tolerance)

/** The condition that a time is within the last `window` milliseconds. */
export const isRecent = (time: PgColumn, { now, window }: { now: Date; window: number }) =>
  and(gt(time, later(now, -window)), lte(time, latestBelieved(now)))

/** The same for a time that has been read. */
export const wasRecent = (time: Date, { now, window }: { now: Date; window: number }): boolean =>
  time > later(now, -window) && time <= latestBelieved(now)
