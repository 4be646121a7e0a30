import { type Connection, type ConnectionOptions, connect, type Database } from '@/db/client'
import { cardServices } from './card/services'
import { type CardDelay, delayed } from './card/test/delay'
import { testCardService } from './card/test/service'
import { type Clock, systemClock } from './core/clock'
import { config } from './core/config/config'
import type { Runtime } from './core/runtime'

// On globalThis: Next bundles pages apart from the server around them, and both must share one pool.
const place = globalThis as { kassaRuntime?: Runtime }

/** The runtime of this process, created at first use. */
export function runtime(): Runtime {
  place.kassaRuntime ??= startRuntime().runtime
  return place.kassaRuntime
}

/** Makes `runtime()` return `created` from now on. */
export function installRuntime(created: Runtime): void {
  place.kassaRuntime = created
}

/** Opens a pool and builds a runtime on it. The caller closes the connection at the end. */
export function startRuntime(options: Pick<ConnectionOptions, 'lockTimeout'> = {}): {
  runtime: Runtime
  connection: Connection
} {
  const { databaseUrl, databasePool, baseUrl, cardServiceTimeoutMs, testCardDelay } = config()
  const connection = connect(databaseUrl, { pool: databasePool, ...options })
  return { runtime: runtimeOn(connection.db, { baseUrl, cardServiceTimeoutMs, testCardDelay }), connection }
}

export function runtimeOn(
  db: Database,
  settings: {
    baseUrl: string
    cardServiceTimeoutMs: number
    testCardDelay?: CardDelay | undefined
    clock?: Clock
  },
): Runtime {
  const { baseUrl, cardServiceTimeoutMs, testCardDelay, clock = systemClock } = settings
  const test = testCardService(db, `${baseUrl}/bank`)
  const cards = cardServices([testCardDelay ? delayed(test, testCardDelay) : test], cardServiceTimeoutMs)
  return { db, cards, clock, baseUrl }
}
