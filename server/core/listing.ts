import { performance } from 'node:perf_hooks'
import { setImmediate as breathe } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type PageEnd, type Position, writePosition } from './page'

/** The position of a row in a list, and its approximate size in bytes. */
interface Place<Row> extends Position {
  size: number
  /** The row, if it was read together with its position. */
  row?: Row
}

/** A list with rows that can be large: first their positions, then the rows themselves, a few at a time. */
export interface Listing<Row> {
  /** The positions of the page, in the order of the list. */
  places: readonly Place<Row>[]
  /** How the page ends if all of its rows fit. */
  ending: PageEnd
  /** Reads these rows, in any order. */
  read(ids: readonly string[]): Promise<Row[]>
}

/** The largest page of a list, in bytes of JSON. A single row can be larger. */
export const maxPageBytes = 2_000_000

/** How much is read from the database at a time: rows, and estimated bytes. */
export const mostAtOnce = { rows: 250, bytes: 1_000_000 }

/** How long rows are converted to JSON before other requests get their turn, in ms. */
const turn = 20

/**
 * A page of a list as JSON, and the cursor of the next page if there is one. The page ends at its last row or 2 MB,
 * whichever comes first. Memory and time do not grow with the rest of the list.
 */
export async function pageText<Row extends Position>(
  { places, ending, read }: Listing<Row>,
  show: (row: Row) => unknown,
): Promise<{ text: string; next?: string }> {
  const texts: string[] = []
  let size = 2
  let last: Position | undefined
  let turned = performance.now()
  for (const part of parts(places)) {
    for (const row of await rowsOf(part, read)) {
      const text = JSON.stringify(show(row))
      size += Buffer.byteLength(text) + 1
      if (size > maxPageBytes && last) return { text: listOf(texts), next: writePosition(last) }
      texts.push(text)
      last = row
      if (performance.now() - turned > turn) {
        await breathe()
        turned = performance.now()
      }
    }
  }
  return { text: listOf(texts), ...(ending.next !== undefined && { next: ending.next }) }
}

/** Reads all rows of a short page. */
export async function readListing<Row extends Position>({ places, read }: Listing<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for (const part of parts(places)) rows.push(...(await rowsOf(part, read)))
  return rows
}

const listOf = (texts: readonly string[]) => `[${texts.join(',')}]`

/** The rows at these positions. Reads those that have not been read yet. */
async function rowsOf<Row extends Position>(
  part: readonly Place<Row>[],
  read: Listing<Row>['read'],
): Promise<Row[]> {
  const missing = part.flatMap(({ id, row }) => (row ? [] : [id]))
  const found = new Map(missing.length > 0 ? (await read(missing)).map((row) => [row.id, row]) : [])
  return part.flatMap(({ id, row = found.get(id) }) => row ?? [])
}

/** The positions, in batches that are read together. */
function* parts<Row>(places: readonly Place<Row>[]): Generator<Place<Row>[]> {
  let part: Place<Row>[] = []
  let bytes = 0
  for (const place of places) {
    if (part.length > 0 && (part.length === mostAtOnce.rows || bytes + place.size > mostAtOnce.bytes)) {
      yield part
      part = []
      bytes = 0
    }
    part.push(place)
    bytes += place.size
  }
  if (part.length > 0) yield part
}

/** The highest ratio at which PostgreSQL compresses values, found by experiment. */
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
