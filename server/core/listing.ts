import { performance } from 'node:perf_hooks'
import { setImmediate as breathe } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Position, writePosition } from './page'

/** The position of a row in a list, and its approximate size in bytes. */
interface SizedPosition extends Position {
  size: number
}

/** A list with rows that can be large: first their positions, then the rows themselves, a few at a time. */
export interface Listing<Row> {
  /** Up to `limit + 1` positions, in the order of the list. */
  places: readonly SizedPosition[]
  limit: number
  /** Reads these rows, in any order. */
  read(ids: readonly string[]): Promise<Row[]>
}

/** The largest page of a list, in bytes of JSON. A single row can be larger. */
export const largestPage = 2_000_000

/** How much is read from the database at a time: rows, and estimated bytes. */
const mostAtOnce = { rows: 250, bytes: 1_000_000 }

/** How long rows are converted to JSON before other requests get their turn, ms. */
const turn = 20

/**
 * A page of a list as JSON, and the cursor of the next page if there is one. The page ends at `limit` rows or 2 MB,
 * whichever comes first. Memory and time do not grow with the rest of the list.
 */
export async function pageText<Row extends Position>(
  { places, limit, read }: Listing<Row>,
  show: (row: Row) => unknown,
): Promise<{ text: string; next?: string }> {
  const texts: string[] = []
  let size = 2
  let last: Position | undefined
  let turned = performance.now()
  for (const part of parts(places.slice(0, limit))) {
    const rows = new Map((await read(part)).map((row) => [row.id, row]))
    for (const id of part) {
      const row = rows.get(id)
      if (!row) continue
      const text = JSON.stringify(show(row))
      size += Buffer.byteLength(text) + 1
      if (size > largestPage && last) return { text: listOf(texts), next: writePosition(last) }
      texts.push(text)
      last = row
      if (performance.now() - turned > turn) {
        await breathe()
        turned = performance.now()
      }
    }
  }
  const isMore = places.length > limit && last !== undefined
  return { text: listOf(texts), ...(isMore && last && { next: writePosition(last) }) }
}

const listOf = (texts: readonly string[]) => `[${texts.join(',')}]`

/** The ids of rows, in parts that are read together. */
function* parts(places: readonly SizedPosition[]): Generator<string[]> {
  let part: string[] = []
  let bytes = 0
  for (const { id, size } of places) {
    if (part.length > 0 && (part.length === mostAtOnce.rows || bytes + size > mostAtOnce.bytes)) {
      yield part
      part = []
      bytes = 0
    }
    part.push(id)
    bytes += size
  }
  if (part.length > 0) yield part
}

/** By how much PostgreSQL compresses a value at most; an empirical value. */
const compression = 50

/**
 * The approximate size of a row's values in bytes. PostgreSQL knows the stored size of a value without reading it, but
 * not the original size of a compressed one, which is estimated high.
 */
export const storedSize = (...columns: readonly (PgColumn | SQL)[]): SQL<number> =>
  sql.join(
    columns.map(
      (column) =>
        sql`coalesce(pg_column_size(${column}) * case when pg_column_compression(${column}) is null then 1 else ${sql.raw(String(compression))} end, 0)`,
    ),
    sql` + `,
  ) as SQL<number>
