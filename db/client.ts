import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres, { type Sql } from 'postgres'
import * as schema from './schema'

type Schema = typeof schema
export type Database = PostgresJsDatabase<Schema>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** A database or a transaction in it: what a query needs. */
export type Queryable = Database | Transaction

export interface Connection {
  db: Database
  /** Ends all connections; waits at most five seconds for running queries. */
  close(): Promise<void>
}

/**
 * Opens a pool. The client belongs to Drizzle, which changes how it reads dates and JSON: raw SQL needs another one.
 * `onQuery` sees each statement as it is sent.
 */
export function connect(
  url: string,
  options: { pool?: number; onQuery?: (query: string, parameters: unknown[]) => void } = {},
): Connection {
  const { onQuery } = options
  const client = postgres(url, {
    max: options.pool ?? 10,
    connect_timeout: 10,
    // Seconds before the next try. All connections of a pool count together, so its own rule waits 20 s after one bad moment.
    backoff: (failures: number) => Math.min(0.02 * failures, 1),
    // A statement that waits longer than this for a lock or runs longer is a fault; it must not hold its connection.
    connection: { application_name: 'kassa', statement_timeout: 30_000, lock_timeout: 15_000 },
    onnotice: () => {},
    ...(onQuery && { debug: (_connection, query, parameters) => onQuery(query, parameters) }),
  })
  return {
    db: drizzle(preparing(client), { schema, casing: 'snake_case' }),
    close: () => client.end({ timeout: 5 }),
  }
}

/**
 * Drizzle sends its queries through `unsafe`, unprepared: two round trips each, and no pipelining. Prepared they
 * take one, and those of a transaction that are awaited together share it.
 */
function preparing<T extends Sql>(client: T): T {
  return new Proxy(client, {
    get(target, name, receiver) {
      if (name === 'unsafe') {
        const unsafe: Sql['unsafe'] = (query, parameters, options) =>
          target.unsafe(query, parameters, { ...options, prepare: true })
        return unsafe
      }
      if (name === 'begin' || name === 'savepoint') {
        return (...args: unknown[]) => {
          const action = args.pop() as (transaction: Sql) => unknown
          const start = Reflect.get(target, name) as (...args: unknown[]) => unknown
          return start(...args, (transaction: Sql) => action(preparing(transaction)))
        }
      }
      return Reflect.get(target, name, receiver)
    },
  })
}
