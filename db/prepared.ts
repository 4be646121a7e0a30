import { type SQL, sql } from 'drizzle-orm'
import type { Database, Queryable } from './client'

/** A query built by Drizzle that can be prepared and then executed with values for its placeholders. */
interface Preparable<Result> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Result> }
}

/**
 * A placeholder for a list of texts. The planner must not see how long it is: it would make a new plan for each execution,
 * which costs more than the execution.
 */
export const list = (name: string): SQL => sql`(select ${sql.placeholder(name)}::text[])`

/**
 * A query that is built once per database and then only sent. For the queries that every order needs, building costs
 * more than sending.
 */
export function prepared<Values extends Record<string, unknown>>() {
  return <Result>(name: string, build: (db: Database) => Preparable<Result>) => {
    const built = new WeakMap<Queryable, ReturnType<Preparable<Result>['prepare']>>()
    return (db: Queryable, values: Values): Promise<Result> => {
      let query = built.get(db)
      if (!query) {
        // A transaction builds queries like its database.
        query = build(db as Database).prepare(name)
        built.set(db, query)
      }
      return query.execute(values)
    }
  }
}
