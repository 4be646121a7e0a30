import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { testWorld } from '@/test/world'
import { connect } from './client'

const world = testWorld()

test('a pool whose connections were all cut, again and again in the middle of things, is whole afterwards', async () => {
  const { db, close } = connect(world.databaseUrl, { pool: 8 })
  const maintenance = postgres(world.databaseUrl, { max: 1, connection: { application_name: 'cutter' } })
  let working = true
  const work = async () => {
    while (working) {
      // What is cut off fails, which is as it should be.
      await db
        .transaction((tx) =>
          Promise.all([1, 2, 3].map((n) => tx.execute(sql`select pg_sleep(0.001), ${n}::int`))),
        )
        .catch(() => undefined)
    }
  }
  const workers = Promise.all(Array.from({ length: 16 }, work))
  for (let cut = 0; cut < 40; cut++) {
    await maintenance`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'kassa'`
    await maintenance`select pg_sleep(0.02)`
  }
  working = false
  await workers
  const started = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => db.execute<{ n: number }>(sql`select ${n}::int as n`)),
  )
  expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 60 }, (_, n) => n))
  // Nobody waited for a connection that would never come.
  expect(performance.now() - started).toBeLessThan(5000)
  await close()
  await maintenance.end()
})
