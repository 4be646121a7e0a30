import { setTimeout as wait } from 'node:timers/promises'
import { Connection } from './connection'

/** One or several requests of a customer, one after the other. Returns false if there is nothing left to do. */
export type Act = (connection: Connection) => Promise<boolean>

export interface Load {
  done: number
  failed: string[]
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
}

export interface Aim {
  port: number
  connections: number
  seconds: number
}

/**
 * Each connection starts the next request as soon as it has the response to the one before. The time is the mean of all
 * connections: those that are done first would otherwise count as idle while the slowest request ends.
 */
export async function closedLoop({ port, connections, seconds }: Aim, act: Act): Promise<Load> {
  return onConnections(port, connections, async (open) => {
    const times = new Times()
    const until = performance.now() + seconds * 1000
    const ends = await Promise.all(
      open.map(async (connection) => {
        while (performance.now() < until && (await times.record(performance.now(), () => act(connection))));
        return performance.now()
      }),
    )
    return times.result(ends.reduce((sum, end) => sum + end, 0) / ends.length)
  })
}

/**
 * Requests arrive at a constant rate, whether or not earlier ones have their responses. Latency counts from the
 * intended start, so time in the queue for a connection is part of it.
 */
export async function openLoop(
  { port, connections, seconds, rate }: Aim & { rate: number },
  act: Act,
): Promise<Load> {
  return onConnections(port, connections, async (open) => {
    const times = new Times()
    const free = [...open]
    const queue: number[] = []
    const running = new Set<Promise<void>>()
    const serve = async (connection: Connection, first: number) => {
      for (let due: number | undefined = first; due !== undefined; due = queue.shift())
        await times.record(due, () => act(connection))
      free.push(connection)
    }
    const arrive = (due: number) => {
      const connection = free.pop()
      if (!connection) return queue.push(due)
      const served: Promise<void> = serve(connection, due).finally(() => running.delete(served))
      return running.add(served)
    }
    const count = Math.floor(rate * seconds)
    for (let next = 0; next < count; await wait(1)) {
      const now = performance.now()
      for (; next < count && times.started + (next * 1000) / rate <= now; next++)
        arrive(times.started + (next * 1000) / rate)
    }
    while (running.size > 0) await Promise.all(running)
    return times.result()
  })
}

/** Opens connections for some work. */
export async function onConnections<T>(
  port: number,
  count: number,
  work: (open: Connection[]) => Promise<T>,
): Promise<T> {
  const open = await Promise.all(Array.from({ length: count }, () => Connection.open(port)))
  try {
    return await work(open)
  } finally {
    for (const connection of open) connection.close()
  }
}

class Times {
  readonly started = performance.now()
  readonly #milliseconds: number[] = []
  readonly #failed: string[] = []

  /** Runs the work, which may fail. Returns false if there was nothing to do. */
  async record(due: number, work: () => Promise<boolean>): Promise<boolean> {
    try {
      if (!(await work())) return false
      this.#milliseconds.push(performance.now() - due)
    } catch (error) {
      this.#failed.push(error instanceof Error ? error.message : String(error))
      // Something is wrong with all of them, and a benchmark of failures is useless.
      if (this.#failed.length > 100) throw error
    }
    return true
  }

  result(end = performance.now()): Load {
    const seconds = (end - this.started) / 1000
    const done = this.#milliseconds.length
    const sorted = this.#milliseconds.sort((a, b) => a - b)
    return {
      done,
      failed: this.#failed,
      perSecond: done / seconds,
      p50: quantile(sorted, 0.5),
      p99: quantile(sorted, 0.99),
    }
  }
}

/** Returns a quantile of sorted values; NaN if there are none. */
export const quantile = (sorted: readonly number[], of: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? Number.NaN
