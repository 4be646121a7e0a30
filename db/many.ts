import { getTableColumns, getTableName, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './client'
import { type BuiltOnce, builtOnce } from './prepared'

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

/** The columns of a table, as properties of its rows. */
const columnsOf = (table: PgTable): string[] => Object.keys(getTableColumns(table))

/** The columns of a table that PostgreSQL does not fill in itself. */
export const columnsToGive = (table: PgTable): string[] =>
  columnsOf(table).filter((name) => {
    const { hasDefault, generatedIdentity } = getTableColumns(table)[name] as PgColumn
    return !hasDefault && !generatedIdentity
  })

const recordset = (table: PgTable, rows: string | Placeholder): SQL =>
  sql`json_populate_recordset(null::${sql.identifier(getTableName(table))}, ${rows}::json)`

/**
 * Rows as a table in a statement. They are sent as one JSON value, so the statement is the same for any number of rows
 * and prepared once. All rows must have the properties of the first.
 */
export const asTable = <T extends PgTable>(table: T, rows: readonly InsertRow<T>[]): SQL =>
  recordset(table, jsonOf(rows))

/** Like `asTable`, for a statement that is built once: the rows are the value of a placeholder, as `jsonOf` writes them. */
export const givenTable = (table: PgTable, name: string): SQL => recordset(table, sql.placeholder(name))

/** Rows as the JSON that a statement reads them from. */
export const jsonOf = (rows: readonly object[]): string => JSON.stringify(rows.map(snakeCased))

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
  { skipKnown = false }: Pick<InsertOptions, 'skipKnown'> = {},
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const key = `${getTableName(table)} ${columns} ${skipKnown}`
  const insertion = insertions.get(key) ?? builtOnce<'rows'>(() => insertionOf(table, { columns, skipKnown }))
  insertions.set(key, insertion)
  await tx.execute(insertion({ rows: jsonOf(rows) }))
}

const insertions = new Map<string, BuiltOnce<'rows'>>()

interface InsertOptions {
  /** The properties of each row; without it, all. */
  columns?: readonly string[]
  /** The rows, if they are another part of the statement. By default, they are the value of the placeholder `rows`. */
  from?: SQL
  skipKnown?: boolean
}

/** The statement that inserts at least one row, to be built once. */
export function insertionOf(
  table: PgTable,
  { columns = columnsOf(table), from = givenTable(table, 'rows'), skipKnown = false }: InsertOptions,
): SQL {
  const names = sql.join(columns.map(columnOf), sql`, `)
  const skip = skipKnown ? sql` on conflict do nothing` : sql``
  return sql`insert into ${table} (${names}) select ${names} from ${from}${skip}`
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
