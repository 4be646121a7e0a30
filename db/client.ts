import { setTimeout as wait } from 'node:timers/promises'
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres, { type Sql } from 'postgres'
import { isRolledBack } from './errors'
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

export interface ConnectionOptions {
  /** Most connections. */
  pool?: number
  /** How long a statement waits for a lock, ms. */
  lockTimeout?: number
  /** Sees each statement as it is sent. */
  onQuery?: (query: string, parameters: unknown[]) => void
  /** For tests: given each statement, and `commit` before a transaction ends, may return another to send in its place. */
  replace?: Replace
}

type Values = Parameters<Sql['unsafe']>[1]
type Replace = (query: string, values?: Values) => { query: string; values: Values } | undefined

/** Opens a pool. The client belongs to Drizzle, which changes how it reads dates and JSON: raw SQL needs another one. */
export function connect(url: string, options: ConnectionOptions = {}): Connection {
  const { onQuery, lockTimeout = 15_000, replace } = options
  const client = postgres(url, {
    max: options.pool ?? 10,
    connect_timeout: 10,
    // Seconds before the next try. All connections of a pool count together, so its own rule waits 20 s after one bad moment.
    backoff: (failures: number) => Math.min(0.02 * failures, 1),
    // A statement that waits longer than this for a lock or runs longer is a fault; it must not hold its connection.
    connection: { application_name: 'kassa', statement_timeout: 30_000, lock_timeout: lockTimeout },
    onnotice: () => {},
    ...(onQuery && { debug: (_connection, query, parameters) => onQuery(query, parameters) }),
  })
  return {
    db: repeating(drizzle(preparing(client, replace), { schema, casing: 'snake_case' })),
    close: () => client.end({ timeout: 5 }),
  }
}

/** How often a transaction is run that PostgreSQL rolls back because of another one. */
const mostRuns = 3

/**
 * Runs a transaction again when PostgreSQL rolled it back because of another one (deadlock, serialization failure).
 * A transaction's work must therefore change nothing but the database.
 */
function repeating(db: Database): Database {
  const once = db.transaction.bind(db)
  db.transaction = async (work, config) => {
    for (let run = 1; ; run++) {
      try {
        return await once(work, config)
      } catch (error) {
        if (run === mostRuns || !isRolledBack(error)) throw error
        await wait(Math.random() * 20 * run)
      }
    }
  }
  return db
}

/**
 * Drizzle sends its queries through `unsafe`, unprepared: two round trips each, and no pipelining. Prepared they
 * take one, and those of a transaction that are awaited together share it.
 */
function preparing<T extends Sql>(client: T, replace: Replace | undefined): T {
  return new Proxy(client, {
    get(target, name, receiver) {
      if (name === 'unsafe') {
        const unsafe: Sql['unsafe'] = (query, parameters, options) => {
          const other = replace?.(query, parameters)
          return other
            ? target.unsafe(other.query, other.values)
            : target.unsafe(query, parameters, { ...options, prepare: true })
        }
        return unsafe
      }
      if (name === 'begin' || name === 'savepoint') {
        return (...args: unknown[]) => {
          const action = args.pop() as (transaction: Sql) => Promise<unknown>
          const start = Reflect.get(target, name) as (...args: unknown[]) => unknown
          return start(...args, async (transaction: Sql) => {
            const result = await action(preparing(transaction, replace))
            const other = name === 'begin' ? replace?.('commit') : undefined
            if (other) await transaction.unsafe(other.query, other.values)
            return result
          })
        }
      }
      return Reflect.get(target, name, receiver)
    },
  })
}
