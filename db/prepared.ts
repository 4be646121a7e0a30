import { getTableColumns, type Placeholder, sql, type Table } from 'drizzle-orm'
import type { Database, Queryable } from './client'

/** What Drizzle builds: something that can be prepared and then executed with values for its placeholders. */
interface Preparable<Result> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Result> }
}

/** Where a value goes in, by its name. */
export const value = sql.placeholder

/** A place for each column of a table, by the column's name: for inserting whole rows. */
export function valuesOf<T extends Table>(table: T): { [Name in keyof T['$inferInsert']]-?: Placeholder } {
  const places = Object.keys(getTableColumns(table)).map((name) => [name, value(name)])
  return Object.fromEntries(places)
}

/**
 * A query that is built once for a database and from then on only sent. On the way of every order building
 * would cost more than sending. Values go through their column's encoder in `values` and `set` alone: give
 * conditions texts and numbers only, and never null to a JSON column.
 */
export function prepared<Values extends Record<string, unknown>>() {
  return <Result>(name: string, build: (db: Database) => Preparable<Result>) => {
    const built = new WeakMap<Queryable, ReturnType<Preparable<Result>['prepare']>>()
    return (db: Queryable, values: Values): Promise<Result> => {
      let query = built.get(db)
      if (!query) {
        // A transaction builds queries as its database does.
        query = build(db as Database).prepare(name)
        built.set(db, query)
      }
      return query.execute(values)
    }
  }
}
