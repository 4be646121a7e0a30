import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { fail } from '../model/errors'

/** A position in a sorted list, as opaque text that clients send back to get the next page. */
export interface Cursor<Place> {
  write(place: Place): string
  /** Throws `cursor.invalid` on text that `write` did not return. */
  read(text: string): Place
  /** Like `read`, but returns undefined for invalid text. */
  find(text: string): Place | undefined
}

/** A cursor for positions of this shape: the values of the columns that a list is sorted by. */
export function cursorOf<Place extends readonly unknown[]>(shape: z.ZodType<Place>): Cursor<Place> {
  const write = (place: Place) => Buffer.from(JSON.stringify(place)).toString('base64url')
  const find = (text: string) => {
    const { success, data } = shape.safeParse(jsonIn(Buffer.from(text, 'base64url').toString()))
    // Buffer skips characters that are not base64url.
    return success && write(data) === text ? data : undefined
  }
  const read = (text: string) => {
    const place = find(text)
    if (place === undefined) throw fail('cursor.invalid', { field: 'after' })
    return place
  }
  return { write, read, find }
}

export type Direction = 'ascending' | 'descending'

/**
 * The condition for rows after a position. A row comparison, so that PostgreSQL can seek to the position in an index on the
 * columns: the last page costs as much as the first.
 */
export function rowsAfter(
  columns: readonly SQLWrapper[],
  place: readonly SQLWrapper[],
  direction: Direction = 'descending',
): SQL {
  const [row, start] = [columns, place].map((values) => sql`(${sql.join([...values], sql`, `)})`)
  return direction === 'ascending' ? sql`${row} > ${start}` : sql`${row} < ${start}`
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
