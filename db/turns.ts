import { sql } from 'drizzle-orm'
import type { Database, Transaction } from './client'
import { isLockTimeout } from './errors'

/** How long a statement of a request waits for a lock, ms. */
export const requestLockTimeout = 1_000

/** How long a transaction waits for its turn while the queue makes progress, ms. */
const queueTimeoutMs = 10_000

/** Thrown if a turn does not come in time. Has PostgreSQL's code for a lock that was not free in time. */
export class TurnTimeout extends Error {
  override readonly name = 'TurnTimeout'
  readonly code = '55P03'
}

interface Waiting {
  start(): void
  fail(error: Error): void
}

/** The transactions that wait in this process, by key. A key is present while one of its transactions runs. */
const queues = new Map<string, Waiting[]>()

/**
 * Runs a transaction that locks the row named by `key`. In this process, one such transaction runs at a time and the
 * others wait in memory. So a row that someone keeps locked holds one connection of the pool, not all of them. If the
 * lock is not free within the connection's lock time-out, this transaction and all that wait for it throw an error with
 * the code 55P03.
 */
export const transactionInTurn = <T>(
  db: Database,
  key: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => inTurn(key, () => db.transaction(work))

/**
 * Runs a transaction that needs a lock on something without a row of its own, named by `key`. One runs at a time, over all
 * processes, so each sees what the earlier ones have committed.
 */
export const exclusiveTransaction = <T>(
  db: Database,
  key: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  transactionInTurn(db, key, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
    return work(tx)
  })

/**
 * Runs work on the row named by `key`, one at a time in this process, like a transaction in turn. The work is told
 * whether it had to wait for others: if so, anything read before its turn may be out of date.
 */
export async function inTurn<T>(key: string, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
  const hasWaited = queues.has(key)
  await turn(key)
  try {
    return await work(hasWaited)
  } catch (error) {
    if (isLockTimeout(error))
      for (const waiting of queues.get(key)?.splice(0) ?? []) waiting.fail(timeout(error))
    throw error
  } finally {
    endTurn(key)
  }
}

function turn(key: string): Promise<void> {
  const queue = queues.get(key)
  if (!queue) {
    queues.set(key, [])
    return Promise.resolve()
  }
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(waiting), 1)
      reject(timeout())
    }, queueTimeoutMs)
    const waiting: Waiting = {
      start: () => {
        clearTimeout(timer)
        resolve()
      },
      fail: (error) => {
        clearTimeout(timer)
        reject(error)
      },
    }
    queue.push(waiting)
  })
}

function endTurn(key: string): void {
  const next = queues.get(key)?.shift()
  if (next) next.start()
  else queues.delete(key)
}

const timeout = (cause?: unknown) => new TurnTimeout('A lock was not released in time', { cause })
