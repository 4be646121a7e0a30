import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { fail } from '../model/errors'

/** Digits as their number. `Number` alone would take `0x10` and an empty text for numbers too. */
const wholeNumber = (given: unknown) =>
  typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given

/** The query parameters that every list takes. */
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

/** Rows of a list, newest first, and the cursor of the next page where there is one. */
export interface Page<T> {
  rows: T[]
  next?: string
}

/** Where a row is in a list, newest first. */
export type Position = { created: Date; id: string }

/**
 * The condition that starts a list behind its cursor. Compared as a row, so that an index on
 * (merchant, …, created desc, id desc) goes straight to the place: the last page costs what the first does.
 * Throws `cursor.invalid` on a cursor that is none of ours.
 */
export function behind(after: string | undefined, created: PgColumn, id: PgColumn): SQL | undefined {
  if (after === undefined) return undefined
  const position = readCursor(after)
  return sql`(${created}, ${id}) < (${position.created.toISOString()}::timestamptz, ${position.id})`
}

/** Makes a page out of up to `limit + 1` rows: one more than asked for tells that there is a next page. */
export function pageOf<T extends Position>(rows: T[], limit: number): Page<T> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return rows.length > limit && last ? { rows: shown, next: writeCursor(last) } : { rows: shown }
}

export const writeCursor = ({ created, id }: Position) =>
  Buffer.from(`${created.getTime()}.${id}`).toString('base64url')

function readCursor(cursor: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  // 13 digits reach to the year 2286; more are instants that PostgreSQL cannot read.
  const [, time, id] = /^(\d{1,13})\.([A-Za-z]{16}|[\da-f-]{36})$/.exec(text) ?? []
  // Buffer skips what is no base64url.
  const isWhole = Buffer.from(text, 'latin1').toString('base64url') === cursor
  if (time === undefined || id === undefined || !isWhole) {
    throw fail('cursor.invalid', { field: 'after' })
  }
  return { created: new Date(Number(time)), id }
}

/** Rows by a key of theirs, in their order: how the parts of a page's rows are put to their rows. */
export function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}
