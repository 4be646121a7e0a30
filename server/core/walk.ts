import { getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '@/db/client'
import { type Direction, rowsAfter } from './cursor'
import { instantOf, instantSql, milliseconds } from './instants'
import { type Page, type Position, writePosition } from './page'

/**
 * The maximum number of index rows read for a page of a filtered list. So a page costs about the same whatever its
 * filters, and a rare match far down a long list is found a few pages later.
 */
export const maxWalked = 10_000

/** A list with filters that no index in its order meets. */
export interface Walk {
  table: PgTable
  /** What its rows are selected from, if not the table alone: a selection that is named like it. */
  from?: SQL
  /** What an index in the order of the list meets, the cursor included. */
  indexed: SQL | undefined
  /** What each row is checked for; undefined for a list without such filters. */
  filter: SQL | undefined
  order: SQL
  /** The maximum number of rows read. */
  max?: number
}

/**
 * Selects the first rows of a list that match its filters, among the next `maxWalked`. PostgreSQL reads them in the
 * order of the list and stops at the last one needed. The inner limit also keeps it from choosing another index, which
 * would have to read all matching rows to sort them.
 */
export function walked(
  { table, from = sql`${table}`, indexed, filter, order, max = maxWalked }: Walk,
  limit: number,
): SQL {
  const reach = filter ? max : (pageLimits.find((usual) => limit <= usual) ?? limit)
  return sql`select * from (
      select * from ${from} where ${indexed} order by ${order} limit ${sql.raw(String(reach))}
    ) ${table} where ${filter ?? sql`true`} order by ${order} limit ${limit}::int`
}

/**
 * Page lengths, with one more row that shows whether there is another page. Written into the statement: PostgreSQL
 * keeps no plan for a limit that it does not know, and planning a list takes as long as reading it.
 */
const pageLimits = [21, 51, 101, 1001]

/** Up to this many rows are all read and sorted for each page, if an index finds them in another order. */
export const few = 1000

/** A condition, and a selection of the rows that meet it, of the form `from … where …`. */
interface Candidate {
  condition: SQL | undefined
  found: SQL
}

/** Returns the condition that the fewest rows meet; undefined if more than a few meet each of them. */
export async function rarestOf(db: Queryable, candidates: readonly Candidate[]): Promise<SQL | undefined> {
  if (candidates.length === 0) return undefined
  const counts = candidates.map(
    ({ found }, place) =>
      sql`(select count(*) from (select ${found} limit ${few + 1}::int) found)::int as ${sql.raw(`count_${place}`)}`,
  )
  const [row = {}] = await db.execute<Record<string, number>>(sql`select ${sql.join(counts, sql`, `)}`)
  const [rarest] = candidates
    .map(({ condition }, place) => ({ condition, count: row[`count_${place}`] ?? 0 }))
    .filter(({ count }) => count <= few)
    .sort((one, other) => one.count - other.count)
  return rarest?.condition
}

/** Selects all rows that meet `condition` by its index, before anything else is done with them. */
export const allWith = (table: PgTable, condition: SQL | undefined): SQL =>
  sql`select * from (select * from ${table} where ${condition} offset 0) ${table}`

/** The columns of a table, for a Drizzle query from a selection that is named like the table. */
export const columnsOf = <T extends PgTable>(table: T) =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([name, column]) => [name, sql`${column}`.mapWith(column)]),
  ) as { [Name in keyof T['$inferSelect']]: SQL<T['$inferSelect'][Name]> }

/** Where a walk ended: at a row that was checked, or at the last match. */
export type WalkEnd<Place> = (Place & { isLastMatch: false }) | { isLastMatch: true }

/**
 * Returns where the next page starts if this one is not full: `place` of the last row that the walk checked. Undefined
 * if the walk reached the end of the list. `isAfter` compares a row with the last match: rows that were created in the
 * meantime can make the walk seem to end above it, and the last match would be listed twice.
 */
export async function endOfWalk<Place>(
  db: Queryable,
  { table, from = sql`${table}`, indexed, filter, order, max = maxWalked }: Walk,
  { place, isAfter = sql`true` }: { place: SQL; isAfter?: SQL | undefined },
): Promise<WalkEnd<Place> | undefined> {
  if (!filter) return undefined
  const [last] = await db.execute<Record<string, unknown>>(
    sql`select ${place}, not (${isAfter}) as "isLastMatch" from ${from} where ${indexed} order by ${order}
      offset ${max - 1}::int limit 1`,
  )
  return last as WalkEnd<Place> | undefined
}

/** How many rows of a list are read to count and add up its matches. */
const maxSummed = 50_000

/** Selects the matches of a walk among the first rows of the list, to count and add up. */
export const summed = (walk: Walk): SQL => walked({ ...walk, max: maxSummed }, maxSummed)

/** Returns whether any of the walks continues beyond the rows that are read for sums. */
export async function isBeyondSums(db: Queryable, walks: readonly Walk[]): Promise<boolean> {
  const beyond = walks.map(
    ({ table, indexed, order }) =>
      sql`exists (select from ${table} where ${indexed} order by ${order} offset ${maxSummed}::int limit 1)`,
  )
  const [row] = await db.execute<{ isBeyond: boolean }>(
    sql`select ${sql.join(beyond, sql` or `)} as "isBeyond"`,
  )
  return row?.isBeyond ?? false
}

/**
 * Makes a page of a walk that found too few matches to fill it, newest first unless it is ascending. `created` is the
 * column that the list is sorted by.
 */
export async function partOfWalk<Row extends Position>(
  db: Queryable,
  walk: Walk,
  rows: Row[],
  created: SQLWrapper = sql`created`,
  direction?: Direction,
): Promise<Page<Row>> {
  const last = rows.at(-1)
  const end = await endOfWalk<{ at: number; id: string }>(db, walk, {
    place: sql`${milliseconds(created)} as at, id`,
    isAfter: last && rowsAfter([created, sql`id`], [instantSql(last.created), sql`${last.id}`], direction),
  })
  if (!end) return { rows }
  const position = end.isLastMatch ? last : { created: instantOf(end.at), id: end.id }
  return position ? { rows, next: writePosition(position), searchedTo: position.created } : { rows }
}
