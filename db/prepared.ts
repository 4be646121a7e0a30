import { Placeholder, SQL, type SQLChunk, StringChunk, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { casing, type Database, type Queryable } from './client'

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
 * A constant whose value the planner does not see. For rows that are found by their key: otherwise, while an index of only
 * the rows with this value is nearly empty, the planner may decide to read all of it, and keep that plan when it has grown.
 */
export const unplanned = (constant: string): SQL => sql`(select ${sql.raw(`'${constant}'`)})`

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

/** Returns a statement with values, or parts of a statement, for its placeholders. */
export type BuiltOnce<Name extends string> = (values: Record<Name, unknown>) => SQL

const dialect = new PgDialect({ casing })

/** Like `prepared`, for a statement that Drizzle has no query for. It is built once and then only filled with values. */
export function builtOnce<Name extends string>(build: () => SQL): BuiltOnce<Name> {
  let parts: unknown[] | undefined
  return (values) => {
    parts ??= partsOf(build())
    const filled = parts.map((part) => (part instanceof Placeholder ? values[part.name as Name] : part))
    return new SQL(filled as SQLChunk[])
  }
}

/** The text of a statement, and its parameters between the texts. */
function partsOf(statement: SQL): unknown[] {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  const texts = text.split(/\$\d+/).map((part) => new StringChunk(part))
  if (texts.length !== params.length + 1)
    throw new Error(`A text in the statement looks like a parameter: ${text}`)
  return texts.flatMap((part, place) => (place === 0 ? [part] : [params[place - 1], part]))
}
