// @module-tag slow

import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { expect, test, vi } from 'vitest'
import { networkBefore } from '@/test/network'
import { testWorld } from '@/test/world'
import { connect, type Database } from './client'
import { causes, isTransient } from './errors'
import { readFromReplica } from './replica'

const world = testWorld()

/** Rejects if a query waits for a connection that never comes, or gets the response of another query. */
async function expectWhole(db: Database): Promise<void> {
  const started = performance.now()
  const results = await Promise.all(
    Array.from({ length: 60 }, (_, n) => db.execute<{ n: number }>(sql`select ${n}::int as n`)),
  )
  expect(results.map(([row]) => row?.n)).toEqual(Array.from({ length: 60 }, (_, n) => n))
  expect(performance.now() - started).toBeLessThan(5000)
}

/**
 * Sixteen loops run one transaction after the other until stopped. Transactions that are cut off fail, as they should.
 */
function keepBusy(db: Database): { end(): Promise<unknown> } {
  let working = true
  const work = async () => {
    while (working) {
      await db
        .transaction(async (tx) => {
          const results = await Promise.all(
            [1, 2, 3].map((n) => tx.execute<{ n: number }>(sql`select pg_sleep(0.001), ${n}::int as n`)),
          )
          return results.map(([row]) => row?.n)
        })
        .then(
          (results) => expect(results).toEqual([1, 2, 3]),
          () => undefined,
        )
    }
  }
  const workers = Promise.all(Array.from({ length: 16 }, work))
  return {
    end() {
      working = false
      return workers
    },
  }
}

test('a pool that is never idle or exhausted searches no more after thousands of queries', async () => {
  const { db, close } = connect(world.databaseUrl, { pool: 3 })
  const repeat = async (times: number) => {
    for (let n = 0; n < times; n++) await db.execute(sql`select 1`)
  }
  await Promise.all([repeat(10), repeat(10), repeat(10)])
  const lengths: number[] = []
  const original = Array.prototype.indexOf
  const search = vi.spyOn(Array.prototype, 'indexOf').mockImplementation(function (
    this: unknown[],
    ...given
  ) {
    lengths.push(this.length)
    return original.apply(this, given)
  })
  try {
    await Promise.all([repeat(1000), repeat(1000)])
  } finally {
    search.mockRestore()
    await close()
  }
  expect(lengths.length).toBeGreaterThan(1000)
  expect(Math.max(...lengths)).toBeLessThan(200)
})

test('an idle pool uses one connection again and again, so only as many are busy as the load needs', async () => {
  const { db, close } = connect(world.databaseUrl, { pool: 4 })
  const connection = () => db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid, pg_sleep(0.05)`)
  const all = await Promise.all([connection(), connection(), connection(), connection()])
  expect(new Set(all.map(([row]) => row?.pid)).size).toBe(4)
  const used = new Set<number | undefined>()
  for (let n = 0; n < 8; n++) used.add((await connection())[0]?.pid)
  await close()
  expect(used.size).toBe(1)
})

test('a pool works after all its connections were cut repeatedly, in the middle of statements', async () => {
  const { db, close } = connect(world.databaseUrl, { pool: 8 })
  const maintenance = postgres(world.databaseUrl, { max: 1, connection: { application_name: 'cutter' } })
  const work = keepBusy(db)
  for (let cut = 0; cut < 40; cut++) {
    await maintenance`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'kassa'`
    await maintenance`select pg_sleep(0.02)`
  }
  await work.end()
  await expectWhole(db)
  await close()
  await maintenance.end()
})

test('a pool works after the network has reset its connections', async () => {
  const network = await networkBefore(() => world.databaseUrl)
  const { db, close } = connect(network.url, { pool: 8 })
  const maintenance = postgres(world.databaseUrl, { max: 1, connection: { application_name: 'cutter' } })
  const work = keepBusy(db)
  for (let cut = 0; cut < 40; cut++) {
    network.reset()
    await maintenance`select pg_sleep(0.02)`
  }
  await work.end()
  await expectWhole(db)
  await close()
  await maintenance.end()
  await network.close()
})

test('a client can be ended as soon as its statement fails because the network has reset its connection', async () => {
  const network = await networkBefore(() => world.databaseUrl)
  const client = postgres(network.url, { max: 1 })
  await client`select 1`
  const sent = network.passing('pg_sleep(60)')
  const statement = client`select pg_sleep(60)`.then(undefined, ({ code }: { code: string }) => code)
  await sent
  network.reset()
  expect(await statement).toBe('ECONNRESET')
  await client.end()
  await network.close()
})

test('a transaction that lost its connection writes nothing through the next one', async () => {
  const { db, close } = connect(world.databaseUrl, { pool: 1 })
  const maintenance = postgres(world.databaseUrl, { max: 1, connection: { application_name: 'cutter' } })
  await maintenance`create table ledger (entry text)`
  const late: Promise<unknown>[] = []
  const transaction = db.transaction(async (tx) => {
    const [own] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await tx.execute(sql`insert into ledger values ('first half')`)
    await maintenance`select pg_terminate_backend(${own?.pid ?? 0})`
    // The pool has a new connection in place of the lost one.
    await expect
      .poll(() =>
        db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`).then(
          ([row]) => row?.pid ?? own?.pid,
          () => own?.pid,
        ),
      )
      .not.toBe(own?.pid)
    late.push(tx.execute(sql`insert into ledger values ('second half')`))
    await Promise.all(late)
  })
  await expect(transaction).rejects.toThrow()
  await expect.poll(() => late.length).toBe(1)
  await expect(late[0]).rejects.toThrow()
  await expectWhole(db)
  expect(await maintenance`select entry from ledger`).toEqual([])
  await close()
  await maintenance.end()
})

test('a statement whose server vanished fails, and the next one has another connection', async () => {
  const network = await networkBefore(() => world.databaseUrl)
  const { db, close } = connect(network.url, { pool: 2, readTimeout: 3 })
  await expectWhole(db)
  network.freeze()
  const lost = { cause: { code: 'CONNECTION_CLOSED' } }
  await expect(db.execute(sql`select 1`)).rejects.toMatchObject(lost)
  await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toSatisfy(isTransient)
  await expectWhole(db)
  await close()
  await network.close()
})

test('a transaction that does nothing for too long is ended, and its locks with it', async () => {
  const { db, close } = connect(world.databaseUrl, { pool: 1, idle: 100 })
  const idle = db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(1)`)
    await world.runtime.db.execute(sql`select pg_advisory_xact_lock(1)`)
    await tx.execute(sql`select 1`)
  })
  await expect(idle).rejects.toSatisfy(isTransient)
  await close()
})

test('a replica that does not respond is left alone, and the primary serves its reads', async () => {
  const network = await networkBefore(() => world.databaseUrl)
  let asked = 0
  const { db: probe, close } = connect(network.url, { pool: 1, readTimeout: 3, onQuery: () => asked++ })
  await expectWhole(probe)
  const failures: unknown[] = []
  const { db } = world.runtime
  const databases = { replica: probe, probe }
  const readFrom = readFromReplica(db, databases, { onFailure: (error) => failures.push(error) })
  const used = () => readFrom(async (chosen) => chosen)
  network.freeze()
  expect(await Promise.all([used(), used()])).toEqual([db, db])
  const before = asked
  expect(await used()).toBe(db)
  expect(asked).toBe(before)
  expect(failures).toEqual([new Error('The replica does not respond')])
  await close()
  await network.close()
})

test('a transaction whose statements are sent together fails with the first error, and runs again after a deadlock', async () => {
  const { db, close } = connect(world.databaseUrl, { pool: 1 })
  const raise = (code: string) =>
    sql.raw(`do $$ begin raise exception using errcode = '${code}', message = 'first'; end $$`)
  let runs = 0
  const run = (code: string) =>
    db.transaction(async (tx) => {
      runs++
      const failing = async () => {
        await tx.execute(raise(code)).catch(async (error: unknown) => {
          await new Promise(setImmediate)
          throw error
        })
      }
      await Promise.all([failing(), tx.execute(sql`select 1`)])
    })
  // Drizzle's error is around PostgreSQL's, unless the other statement was refused first.
  const codeOf = async (code: string) => {
    const error = await run(code).catch((failure: unknown) => failure)
    return causes(error).flatMap((cause) => ('code' in cause ? cause.code : []))
  }
  expect(await codeOf('53100')).toEqual(['53100'])
  expect(runs).toBe(1)
  expect(await codeOf('40P01')).toEqual(['40P01'])
  expect(runs).toBe(4)
  await close()
})
