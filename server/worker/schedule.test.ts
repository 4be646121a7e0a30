import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testWorld } from '@/test/world'
import { hours } from '../core/clock'
import { jobQueuePool } from './job-queue-pool'
import { schedule, scheduleJobs } from './schedule'

const world = testWorld()
let pool: Pool

beforeEach(async () => {
  pool = jobQueuePool({ databaseUrl: world.databaseUrl })
  await pool.query('delete from graphile_worker._private_jobs')
})
afterEach(async () => {
  vi.useRealTimers()
  await pool.end()
})

interface Job {
  id: string
  key: string
  attempts: number
  /** How many seconds after midnight UTC it runs. */
  at: number
  /** In how many seconds it runs. */
  wait: number
}

/** A minute, as connections see it that disagree about the time by milliseconds. */
const minute = 60.5

const jobs = () =>
  world.runtime.db.execute<Job & Record<string, unknown>>(sql`
    select id::text, key, attempts, extract(epoch from run_at)::float8 as time,
      (extract(epoch from run_at)::bigint % 86400)::int as at, extract(epoch from run_at - now())::float8 as wait
    from graphile_worker.jobs where key is not null order by key`)

const billing = async () => (await jobs()).filter(({ key }) => key === 'bill')

/** Changes the waiting job of a task. */
const change = (key: string, set: string) =>
  pool.query(`update graphile_worker._private_jobs set ${set} where key = $1`, [key])

test('each task has one waiting job at its next turn, however many workers there are', async () => {
  await Promise.all([scheduleJobs(pool), scheduleJobs(pool), scheduleJobs(pool)])
  await scheduleJobs(pool)
  const found = await jobs()
  expect(found.map(({ key }) => key)).toEqual(Object.keys(schedule).sort())
  const at = (name: string) => found.find(({ key }) => key === name) ?? { at: -1, wait: -1 }
  expect(at('bill').at % 60).toBe(0)
  expect(at('remind').at % 3600).toBe(7 * 60)
  expect(at('expire-authorisations').at % 600).toBe(0)
  expect(at('reconcile').at).toBe(4 * 3600 + 12 * 60)
  // At once.
  for (const name of ['process-notices', 'recover-operations']) expect(at(name).wait).toBeLessThan(0.5)
  expect(at('bill').wait).toBeLessThan(minute)
  expect(at('remind').wait).toBeLessThan(60 * minute)
})

test.each([hours(6), -hours(6)])('a clock that is wrong by %i ms changes nothing', async (wrong) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + wrong })
  await scheduleJobs(pool)
  const [first] = await billing()
  expect(first?.wait).toBeLessThan(minute)
  expect(first?.wait).toBeGreaterThan(-minute)
  await pool.query(`delete from graphile_worker._private_jobs where key = 'bill'`)
  await scheduleJobs(pool)
  expect((await billing())[0]?.wait).toBeLessThan(minute)
})

test('a turn that passed while no worker ran is kept', async () => {
  await scheduleJobs(pool)
  await change('bill', `run_at = now() - interval '3 days'`)
  await scheduleJobs(pool)
  expect((await billing()).map(({ wait }) => Math.round(wait / 86_400))).toEqual([-3])
})

test('a job is not moved while it is attempted again', async () => {
  await scheduleJobs(pool)
  await change('remind', 'attempts = 1, run_at = now()')
  await scheduleJobs(pool)
  expect((await jobs()).find(({ key }) => key === 'remind')).toMatchObject({ attempts: 1 })
})

const running = `attempts = 1, locked_at = now(), locked_by = 'worker'`

test('a running job keeps its further attempts until a minute before the next turn', async () => {
  await scheduleJobs(pool)
  await change('forget-requests', running)
  await scheduleJobs(pool)
  const { rows } = await pool.query<{ attempts: number; max: number; left: number }>(
    `select attempts, max_attempts as max, extract(epoch from
      to_timestamp((floor((extract(epoch from now()) - 11820) / 86400) + 1) * 86400 + 11820) - now()) as left
      from graphile_worker.jobs where task_identifier = 'forget-requests' and locked_at is not null`,
  )
  const [job] = rows
  expect(job?.attempts).toBe(Number(job?.left) > 60 ? 1 : job?.max)
})

test.each([
  ['has failed for good', 'attempts = max_attempts'],
  ['waits for hours because the clock of PostgreSQL was set back', `run_at = now() + interval '6 hours'`],
  ['is running, perhaps in a worker that died', running],
])('a task whose job %s gets another for its next turn', async (_, set) => {
  await scheduleJobs(pool)
  await change('bill', set)
  await scheduleJobs(pool)
  const waiting = await billing()
  expect(waiting).toHaveLength(1)
  expect(waiting[0]).toMatchObject({ attempts: 0 })
  expect(waiting[0]?.wait).toBeLessThan(minute)
})
