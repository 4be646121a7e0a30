import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { KassaError } from '../model/errors'

/** Converts digits to a number. `Number` alone would also accept `0x10` and an empty text. */
const wholeNumber = (given: unknown) =>
  typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given

/** The query parameters of every list. */
export const pageQuery = {
  limit: z.preprocess(wholeNumber, z.int().min(1).max(1000)).default(100).meta({
    description: 'How many to return, newest first. A page also ends at about 2 MB, and may hold fewer',
    example: 100,
  }),
  after: z
    .string()
    .optional()
    .meta({ description: 'Cursor: where to go on; taken from the `Link` header of the page before' }),
}

export interface PageRequest {
  limit: number
  after?: string | undefined
}

/** Rows of a list, newest first, and the cursor of the next page if there is one. */
export interface Page<T> {
  rows: T[]
  next?: string
}

/** The position of a row in a list, newest first. */
export type Position = { created: Date; id: string }

/**
 * The condition that continues a list after its cursor. It compares rows, so that an index on (merchant, …, created
 * desc, id desc) finds the position directly, and the last page costs as much as the first. Throws `invalid query
 * argument` for a malformed cursor.
 */
export function behind(after: string | undefined, created: PgColumn, id: PgColumn): SQL | undefined {
  if (after === undefined) return undefined
  const position = readCursor(after)
  return sql`(${created}, ${id}) < (${position.created.toISOString()}::timestamptz, ${position.id})`
}

/** Makes a page from up to `limit + 1` rows. The extra row shows that there is a next page. */
export function pageOf<T extends Position>(rows: T[], limit: number): Page<T> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return rows.length > limit && last ? { rows: shown, next: writeCursor(last) } : { rows: shown }
}

export const writeCursor = ({ created, id }: Position) =>
  Buffer.from(`${created.getTime()}.${id}`).toString('base64url')

function readCursor(cursor: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  // 13 digits reach the year 2286. PostgreSQL cannot read all instants with more digits.
  const [, time, id] = /^(\d{1,13})\.([A-Za-z]{16}|[\da-f-]{36})$/.exec(text) ?? []
  // Buffer skips characters that are not base64url.
  const isWhole = Buffer.from(text, 'latin1').toString('base64url') === cursor
  if (time === undefined || id === undefined || !isWhole) {
    throw new KassaError('invalid query argument', {
      type: 'cursor',
      description:
        'Not a cursor of this list. Take the address in the Link header of the page before as it is.',
      property: 'after',
    })
  }
  return { created: new Date(Number(time)), id }
}

/** Groups rows by a key, keeping their order. Used to attach the parts of a page's rows. */
export function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}
