import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testWorld } from '@/test/world'
import { connect, type Database } from './client'
import { coalesced, type SharedStatement } from './coalesce'

const world = testWorld()

/** Inserts numbers and returns their doubles. Numbers must be positive and unique. */
const insert: SharedStatement<number, number> = async (database, inputs) => {
  const rows = await database.execute<{ n: number }>(
    sql`insert into coalesced (n) select value::int from json_array_elements_text(${JSON.stringify(inputs)}::json)
      returning n`,
  )
  return rows.map(({ n }) => n * 2)
}

async function withTable<T>(work: (database: Database, statements: string[]) => Promise<T>): Promise<T> {
  const statements: string[] = []
  const { db: own, close } = connect(world.databaseUrl, {
    ...{ pool: 4, lockTimeout: 1000 },
    onQuery: (query) => statements.push(query),
  })
  try {
    await own.execute(sql`create table if not exists coalesced (n int unique check (n > 0))`)
    await own.execute(sql`truncate coalesced`)
    return await work(own, statements)
  } finally {
    await close()
  }
}

const stored = async (database: Database) =>
  (await database.execute<{ n: number }>(sql`select n from coalesced order by n`)).map(({ n }) => n)

test('200 callers share a few statements, and each gets its own result', async () => {
  await withTable(async (database, statements) => {
    const call = coalesced(insert)
    const inputs = Array.from({ length: 200 }, (_, place) => place + 1)
    expect(await Promise.all(inputs.map((input) => call(database, input)))).toEqual(
      inputs.map((input) => input * 2),
    )
    expect(await stored(database)).toEqual(inputs)
    expect(statements.filter((each) => each.startsWith('insert'))).toHaveLength(2)
  })
})

test('bad rows fail alone, each with its own error, and their neighbours are stored once', async () => {
  await withTable(async (database) => {
    const call = coalesced(insert)
    const inputs = Array.from({ length: 60 }, (_, place) => (place % 20 === 13 ? -place : place + 1))
    // The same number twice: the first caller succeeds.
    inputs.push(30)
    const outcomes = await Promise.allSettled(inputs.map((input) => call(database, input)))
    const failed = inputs.filter((_, place) => outcomes[place]?.status === 'rejected')
    expect(failed).toEqual([-13, -33, -53, 30])
    const codes = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.cause.code] : []))
    expect(codes).toEqual(['23514', '23514', '23514', '23505'])
    expect(await stored(database)).toEqual(inputs.slice(0, 60).filter((n) => n > 0))
  })
})

test('rows that wait for a lock fail soon, and do not hold up the others in their statement', async () => {
  await withTable(async (database) => {
    await database.execute(sql`insert into coalesced (n) select generate_series(1, 12)`)
    // Adds 100 to each number.
    const update: SharedStatement<number, number> = async (own, inputs) => {
      const rows = await own.execute<{ n: number; was: number }>(
        sql`update coalesced set n = n + 100 from json_array_elements_text(${JSON.stringify(inputs)}::json) value
          where n = value::int returning n, value::int as was`,
      )
      return inputs.map((input) => rows.find(({ was }) => was === input)?.n ?? 0)
    }
    const call = coalesced(update)
    const locked = Array.from({ length: 10 }, (_, place) => place + 1)
    const began = performance.now()
    const took = await world.runtime.db.transaction(async (tx) => {
      await tx.execute(sql`select from coalesced where n <= 10 for update`)
      const outcomes = await Promise.allSettled([...locked, 11, 12].map((n) => call(database, n)))
      const codes = outcomes.map((each) => (each.status === 'rejected' ? each.reason.cause.code : each.value))
      expect(codes).toEqual([...locked.map(() => '55P03'), 111, 112])
      return performance.now() - began
    })
    // A second for the first statement, and a tenth of one for each that is sent again; 20 seconds if each took one.
    expect(took).toBeLessThan(10_000)
  })
})

test('a killed connection fails its callers, and later callers succeed', async () => {
  await withTable(async (database) => {
    let pid = 0
    const slow: SharedStatement<number, number> = async (own, inputs) => {
      const rows = await own.execute<{ n: number }>(
        sql`insert into coalesced (n) select value::int from json_array_elements_text(${JSON.stringify(inputs)}::json)
          returning n, pg_sleep(case when ${inputs.length}::int > 1 then 20 else 0 end)`,
      )
      return rows.map(({ n }) => n)
    }
    const call = coalesced(slow)
    const first = call(database, 1)
    await expect.poll(() => stored(world.runtime.db)).toEqual([1])
    const outcomes = Promise.allSettled([first, call(database, 2), call(database, 3)])
    await expect
      .poll(async () => {
        const [found] = await world.runtime.db.execute<{ pid: number }>(
          sql`select pid from pg_stat_activity where wait_event = 'PgSleep' and query like 'insert into coalesced%'`,
        )
        pid = found?.pid ?? 0
        return pid
      })
      .toBeGreaterThan(0)
    await world.runtime.db.execute(sql`select pg_terminate_backend(${pid}::int)`)
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await call(database, 4)).toBe(4)
    expect(await stored(database)).toEqual([1, 4])
  })
})
