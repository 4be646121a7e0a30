import { type SQLWrapper, sql } from 'drizzle-orm'

/**
 * The condition that a time is ahead of PostgreSQL's clock, which was wrong when it was written. What waits for a time to
 * pass would otherwise wait as long as the clock was ahead.
 */
export const isAhead = (time: SQLWrapper) => sql`${time} > now() + interval '1 minute'`
