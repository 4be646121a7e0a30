import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres, { type Sql } from 'postgres'
import { addressOf } from './address'
import { isRolledBack, refusalAfterFailure } from './errors'
import * as schema from './schema'
import { keepalives, sessionSettings } from './session'

type DatabaseSchema = typeof schema
export type Database = PostgresJsDatabase<DatabaseSchema>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** A database or a transaction in it. */
export type Queryable = Database | Transaction

export interface Connection {
  db: Database
  /** Closes all connections; waits at most five seconds for running queries. */
  close(): Promise<void>
}

export interface ConnectionOptions {
  /** Maximum number of connections. */
  pool?: number
  /** How long a statement waits for a lock, ms. */
  lockTimeout?: number
  /** How long a transaction may do nothing, ms. */
  idle?: number
  /**
   * Seconds without data from the server after which a running statement fails; 0 disables this. The system itself would
   * wait for a machine that vanished for a quarter of an hour.
   */
  readTimeout?: number
  /** Whether the server is a replica, and therefore read-only. */
  replica?: boolean
  /** Called with each statement that is sent. */
  onQuery?: (query: string, parameters: unknown[]) => void
  /**
   * For tests: called with each statement, and with `commit` before a transaction ends. Can return another statement to
   * send instead.
   */
  replace?: Replace
}

/** Columns are named like the properties of their rows, in PostgreSQL's way. */
export const casing = 'snake_case'

type QueryValues = Parameters<Sql['unsafe']>[1]
type Replace = (query: string, values?: QueryValues) => { query: string; values: QueryValues } | undefined

/** How long a statement may run. */
const statementSeconds = 30

/**
 * How long a connection to a read-only server is kept. After a failover, it may be the old primary, while the same address
 * already leads to the new one.
 */
const readOnlySeconds = 1

/** Opens a pool. Drizzle changes how the client reads dates and JSON, so raw SQL needs another client. */
export function connect(url: string, options: ConnectionOptions = {}): Connection {
  const {
    onQuery,
    lockTimeout = 15_000,
    idle = 60_000,
    readTimeout = statementSeconds + 10,
    replica = false,
    replace,
  } = options
  const { url: address, ...transport } = addressOf(url)
  const client = postgres(address, {
    ...transport,
    max: options.pool ?? 10,
    connect_timeout: 10,
    read_timeout: readTimeout,
    read_only_lifetime: replica ? null : readOnlySeconds,
    // Seconds before the next attempt. By default, the driver counts all connections of a pool together, and can wait
    // 20 s after a brief outage.
    backoff: (failures: number) => Math.min(0.02 * failures, 1),
    connection: {
      ...sessionSettings,
      ...keepalives,
      application_name: 'kassa',
      // A statement must not hold its connection if it waits for a lock or runs longer than this.
      statement_timeout: statementSeconds * 1000,
      lock_timeout: lockTimeout,
      // A process that vanished or hangs must not hold its locks.
      idle_in_transaction_session_timeout: idle,
    },
    onnotice: () => {},
    ...(onQuery && { debug: (_connection, query, parameters) => onQuery(query, parameters) }),
  })
  return {
    db: repeating(drizzle(preparing(client, replace), { schema, casing })),
    close: () => client.end({ timeout: 5 }),
  }
}

/** How many times a transaction is run if PostgreSQL rolls it back because of another one. */
const maxRuns = 3

/**
 * Runs a transaction again if PostgreSQL rolled it back because of another one (deadlock, serialization failure). A
 * transaction must therefore change nothing outside the database.
 */
function repeating(db: Database): Database {
  const once = db.transaction.bind(db)
  db.transaction = async (work, config) => {
    for (let run = 1; ; run++) {
      try {
        return await once(work, config)
      } catch (error) {
        if (run === maxRuns || !isRolledBack(error)) throw error
        await wait(Math.random() * 20 * run)
      }
    }
  }
  return db
}

/**
 * Runs one of several transactions that share little patience for locks: each waits for up to 100 ms, or 10 ms once 400 ms
 * have passed. `since`: when they began, by `performance.now()`.
 */
export const waitingBriefly = <T>(
  db: Database,
  since: number,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  db.transaction(async (tx) => {
    const isEarly = performance.now() - since < 400
    await tx.execute(isEarly ? sql`set local lock_timeout = '100ms'` : sql`set local lock_timeout = '10ms'`)
    return work(tx)
  })

/**
 * Drizzle sends its queries through `unsafe`, unprepared: two round trips each, and no pipelining. Prepared statements
 * take one, and statements of a transaction that are awaited together share one.
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
            const result = await action(preparing(transaction, replace)).catch((error: unknown) => {
              // Of statements that were sent together, a later one may be noticed first. The driver knows which failed first,
              // but does not recognise the error inside that of Drizzle.
              throw refusalAfterFailure(error) ?? error
            })
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
