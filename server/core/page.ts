import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import * as z from 'zod'
import { instant, wholeNumberText } from '../model/fields'
import { cursorOf, type Direction, rowsAfter } from './cursor'

/** The query parameters of every list. */
export const pageQuery = {
  limit: wholeNumberText({ min: 1, max: 1000 }).default(100).meta({
    description:
      'Maximum number to return, newest first. A page may contain fewer, or none: it also ends at about 2 MB, and after a filter has checked 10,000 entries. There are more as long as there is a `Link` header',
    example: 100,
  }),
  after: z
    .string()
    .optional()
    .meta({ description: 'Cursor: where the page starts, from the `Link` header of the previous page' }),
}

export interface PageRequest {
  limit: number
  after?: string | undefined
}

/** Rows of a list, newest first. */
export interface Page<T> extends PageEnd {
  rows: T[]
}

/** How a page ends. */
export interface PageEnd {
  /** The cursor of the next page, if there is one. */
  next?: string
  /**
   * Set if the page is not full because too many rows were checked: when the last of them was created. The next page
   * looks for matches after it.
   */
  searchedTo?: Date
}

/** The position of a row in a list, newest first. */
export type Position = { created: Date; id: string }

const uuid = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'
const positions = {
  text: cursorOf(z.tuple([instant(), z.string().regex(new RegExp(`^(?:[A-Za-z]{16}|${uuid})$`))])),
  uuid: cursorOf(z.tuple([instant(), z.string().regex(new RegExp(`^${uuid}$`))])),
}

/** The condition for rows after a cursor. Throws `cursor.invalid` on a cursor of another list. */
export function afterPosition(
  after: string | undefined,
  created: PgColumn,
  id: PgColumn,
  direction?: Direction,
): SQL | undefined {
  if (after === undefined) return undefined
  const isUuid = id.getSQLType() === 'uuid'
  const [at, row] = (isUuid ? positions.uuid : positions.text).read(after)
  return rowsAfter(
    [created, id],
    [sql`${at}::timestamptz`, isUuid ? sql`${row}::uuid` : sql`${row}`],
    direction,
  )
}

export const writePosition = ({ created, id }: Position) => positions.text.write([created.toISOString(), id])

/** Makes a page of up to `limit + 1` rows: the extra row shows that there is a next page. */
export const pageOf = <T extends Position>(rows: T[], limit: number): Page<T> =>
  pageBy(rows, limit, writePosition)

/** The same for a list with a cursor of its own. */
export function pageBy<T>(rows: T[], limit: number, cursorAt: (row: T) => string): Page<T> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return rows.length > limit && last !== undefined ? { rows: shown, next: cursorAt(last) } : { rows: shown }
}
