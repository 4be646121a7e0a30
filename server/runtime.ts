import { type ConnectionOptions, connect, type Database } from '@/db/client'
import { readFromReplica } from '@/db/replica'
import { cardServices } from './card/services'
import { stripeCardService } from './card/stripe/service'
import { type CardDelay, delayed } from './card/test/delay'
import { testCardService } from './card/test/service'
import { type Clock, systemClock } from './core/clock'
import { config } from './core/config/config'
import { log } from './core/log'
import type { Runtime } from './core/runtime'

// On globalThis: Next bundles pages separately from the server, and both must share one pool.
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

/** Opens a pool and builds a runtime on it. The caller closes it at the end. */
export function startRuntime(options: Pick<ConnectionOptions, 'lockTimeout' | 'readTimeout'> = {}): {
  runtime: Runtime
  close: () => Promise<void>
} {
  const { databaseUrl, databaseReplicaUrl, databasePool: pool, ...settings } = config()
  const { db, close } = connect(databaseUrl, { pool, ...options })
  const runtime = runtimeOn(db, settings)
  if (databaseReplicaUrl === undefined) return { runtime, close }
  const replica = connect(databaseReplicaUrl, { pool, replica: true, ...options })
  const probe = connect(databaseReplicaUrl, { pool: 1, replica: true, ...options })
  const databases = { replica: replica.db, probe: probe.db }
  const readFrom = readFromReplica(db, databases, {
    onFailure: (error) =>
      log.warn({ err: error }, 'The replica cannot be used; lists and reports read from the primary'),
    onRecovery: () => log.info('Lists and reports read from the replica again'),
  })
  const closeAll = async () => void (await Promise.all([close(), replica.close(), probe.close()]))
  return { runtime: { ...runtime, readFrom }, close: closeAll }
}

export function runtimeOn(
  db: Database,
  settings: {
    baseUrl: string
    stripeBaseUrl?: string | undefined
    stripeJsUrl?: string | undefined
    cardServiceTimeoutMs: number
    testCardDelay?: CardDelay | undefined
    clock?: Clock
  },
): Runtime {
  const { baseUrl, cardServiceTimeoutMs: timeoutMs, testCardDelay, clock = systemClock } = settings
  const test = testCardService(db, `${baseUrl}/bank`)
  const stripe = stripeCardService(db, { ...settings, timeoutMs })
  const services = [testCardDelay ? delayed(test, testCardDelay) : test, stripe]
  const cards = cardServices(services, timeoutMs)
  return { db, cards, clock, baseUrl }
}
