import { afterAll, beforeAll } from 'vitest'
import { type Connection, type ConnectionOptions, connect } from '@/db/client'
import { type Merchant, user } from '@/db/schema'
import type { Clock } from '@/server/core/clock'
import { later, systemClock } from '@/server/core/clock'
import { provide } from '@/server/core/config/config'
import { type Context, contextOf, inTransaction } from '@/server/core/context'
import { newId } from '@/server/core/id'
import type { Runtime } from '@/server/core/runtime'
import { createMerchantFor, type NewMerchant } from '@/server/merchant/create-merchant'
import { requireMerchant } from '@/server/merchant/find-merchant'
import { flushRequestLog } from '@/server/request-log/write'
import { installRuntime, runtimeOn } from '@/server/runtime'
import { cloneDatabase, type TestDatabase } from './database'
import { passwordHash } from './password'

/** A clock that tests move. */
class TestClock implements Clock {
  #ahead = 0
  now(): Date {
    return later(systemClock.now(), this.#ahead)
  }
  advance(milliseconds: number): void {
    this.#ahead += milliseconds
  }
}

/** What the tests of one file share: their own database, and a runtime on it. */
export interface World {
  runtime: Runtime
  clock: TestClock
  databaseUrl: string
  newMerchant(type?: 'test' | 'live'): Promise<TestMerchant>
}

export type TestMerchant = NewMerchant & { row: Merchant; context: Context }

/** The context of a merchant as its row is now, for example after its clock has moved. */
export async function contextNow({ runtime }: World, { merchant }: NewMerchant): Promise<Context> {
  return contextOf(runtime, await requireMerchant(runtime.db, merchant))
}

const baseUrl = 'http://kassa.test'

/**
 * Creates the world of a test file. Call it at the top of the file. Nothing is cleared between tests: each creates
 * its own merchant.
 */
export function testWorld(
  settings: { cardServiceTimeoutMs?: number } & Omit<ConnectionOptions, 'onQuery'> = {},
): World {
  let database: TestDatabase
  let connection: Connection
  const world = { clock: new TestClock() } as World
  beforeAll(async () => {
    database = await cloneDatabase()
    // Receivers in tests are on this machine, as with the embedded database.
    provide({ DATABASE_URL: database.url, BASE_URL: baseUrl, CALLBACK_NETWORKS: '127.0.0.0/8,::1/128' })
    const { cardServiceTimeoutMs = 5000, ...options } = settings
    // No read time-out: statements that write many rows send nothing for long on a busy machine. Few connections: each new
    // one reads what it needs of the catalogue and plans its statements again, an eighth of PostgreSQL's time.
    connection = connect(database.socketUrl, { readTimeout: 0, pool: 4, ...options })
    world.runtime = runtimeOn(connection.db, { baseUrl, cardServiceTimeoutMs, clock: world.clock })
    world.databaseUrl = database.url
    world.newMerchant = (type = 'test') => newMerchant(world.runtime, type)
    installRuntime(world.runtime)
  })
  afterAll(async () => {
    // Requests that are not logged yet belong in this database.
    await flushRequestLog(world.runtime.db)
    await connection.close()
    await database.drop()
  })
  return world
}

let count = 0

/** Like `createMerchant`, without hashing the owner's password each time. */
async function newMerchant(runtime: Runtime, type: 'test' | 'live'): Promise<TestMerchant> {
  const place = { country: 'SE', timeZone: 'Europe/Stockholm', currency: 'SEK' }
  const number = ++count
  const owner = { id: newId(), email: `owner${number}@example.com` }
  const hashed = await passwordHash()
  const created = await inTransaction(runtime, async (inside) => {
    await inside.db.insert(user).values({ ...owner, passwordHash: hashed, created: inside.clock.now() })
    return createMerchantFor(inside, { owner, name: `Shop ${number}`, ...place, type })
  })
  const row = await requireMerchant(runtime.db, created.merchant)
  return { ...created, row, context: contextOf(runtime, row) }
}
