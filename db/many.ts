import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './client'

type InsertRow<T extends PgTable> = Partial<T['$inferInsert']>

const columnNames = new Map<string, string>()

/** `merchantId` → `merchant_id`, like the client's casing. */
function nameOf(property: string): string {
  const known = columnNames.get(property)
  if (known !== undefined) return known
  const name = property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  columnNames.set(property, name)
  return name
}

const columnOf = (property: string) => sql.identifier(nameOf(property))

const columnLists = new Map<string, SQL>()

/** The columns of a row as a list. Built once, because building it for each statement costs more than sending it. */
function columnsOf(row: object): SQL {
  const properties = Object.keys(row)
  const key = properties.join()
  const known = columnLists.get(key)
  if (known) return known
  const list = sql.raw(properties.map((property) => `"${nameOf(property)}"`).join(', '))
  columnLists.set(key, list)
  return list
}

/**
 * Rows as a table in a statement. They are sent as one JSON value, so the statement is the same for any number of rows
 * and prepared once. All rows must have the properties of the first.
 */
export const asTable = <T extends PgTable>(table: T, rows: readonly InsertRow<T>[]): SQL =>
  sql`json_populate_recordset(null::${sql.identifier(getTableName(table))}, ${JSON.stringify(rows.map(snakeCased))}::json)`

/** A row with the names of its columns, to be sent as JSON. Leaves out empty columns, which PostgreSQL reads as null. */
export function snakeCased(row: object): Record<string, unknown> {
  const named: Record<string, unknown> = {}
  for (const [property, value] of Object.entries(row)) {
    if (value !== null) named[nameOf(property)] = typeof value === 'bigint' ? value.toString() : value
  }
  return named
}

/** Inserts any number of rows in one statement. `skipKnown` skips rows that violate a unique key. */
export async function insertMany<T extends PgTable>(
  tx: Queryable,
  table: T,
  rows: readonly InsertRow<T>[],
  options: InsertOptions = {},
): Promise<void> {
  if (rows.length > 0) await tx.execute(insertionOf(table, rows, options))
}

interface InsertOptions {
  skipKnown?: boolean
}

/** The statement that inserts at least one row. With `from`, it inserts the rows of another part of its statement. */
export function insertionOf<T extends PgTable>(
  table: T,
  rows: readonly InsertRow<T>[],
  { skipKnown = false, from = asTable(table, rows) }: InsertOptions & { from?: SQL } = {},
): SQL {
  const columns = columnsOf(rows[0] ?? {})
  const skip = skipKnown ? sql` on conflict do nothing` : sql``
  return sql`insert into ${table} (${columns}) select ${columns} from ${from}${skip}`
}

/**
 * Updates any number of rows in one statement. Each row is found by the columns in `by`, and updated only if it meets
 * the condition `still` on `present`. Returns the `id` of each updated row.
 */
export async function updateMany<T extends PgTable>(
  tx: Queryable,
  table: T,
  by: readonly (keyof InsertRow<T> & string)[],
  rows: readonly InsertRow<T>[],
  { still = sql`true` }: { still?: SQL } = {},
): Promise<string[]> {
  const [first] = rows
  if (!first) return []
  const changed = Object.keys(first).filter((name) => !by.some((key) => key === name))
  const set = changed.map((name) => sql`${columnOf(name)} = given.${columnOf(name)}`)
  const found = by.map((name) => sql`present.${columnOf(name)} = given.${columnOf(name)}`)
  const updated = await tx.execute<{ id: string }>(
    sql`update ${table} present set ${sql.join(set, sql`, `)} from ${asTable(table, rows)} given
      where ${sql.join(found, sql` and `)} and ${still} returning present.id`,
  )
  return updated.map(({ id }) => id)
}
