import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A time as a number, which is read faster than text. */
export const milliseconds = (instant: SQLWrapper) => sql`date_part('epoch', ${instant}) * 1000`
export const instantOf = (at: number): Date => new Date(Math.round(at))

/** A time as a parameter of a statement. */
export const instantSql = (instant: Date): SQL => sql`${instant.toISOString()}::timestamptz`
