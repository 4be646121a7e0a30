import type { Pool } from 'pg'
import { days, hours, minutes } from '../core/clock'

/** When a task runs. */
interface Turns {
  /** Milliseconds between two runs; 0 for as soon as no run waits. */
  every: number
  /** Milliseconds after midnight UTC, or after the full hour, of a run. */
  after?: number
  /** How many times a run is attempted before the next; 25 by default. */
  attempts?: number
}

const everyMinute: Turns = { every: minutes(1), attempts: 1 }
const hourly = (minute: number): Turns => ({ every: hours(1), after: minutes(minute) })
const daily = (hour: number, minute: number): Turns => ({
  every: days(1),
  after: hours(hour) + minutes(minute),
})

export const schedule = {
  'process-notices': { every: 0, attempts: 1 },
  'recover-operations': { every: 0, attempts: 1 },
  'recover-old-orders': everyMinute,
  bill: everyMinute,
  'book-settlement': everyMinute,
  notify: everyMinute,
  hasten: { every: minutes(10), after: minutes(5), attempts: 1 },
  'erase-late-traces': { every: minutes(10), after: minutes(2), attempts: 3 },
  'expire-authorisations': { every: minutes(10), attempts: 3 },
  remind: { ...hourly(7), attempts: 3 },
  'sum-days': { ...hourly(23), attempts: 1 },
  'forget-sign-in-tries': hourly(27),
  'remove-cards': { ...hourly(32), attempts: 3 },
  'abandon-verifications': { ...hourly(37), attempts: 3 },
  settle: { ...hourly(42), attempts: 1 },
  'forget-logged-requests': hourly(47),
  'check-connections': { ...hourly(52), attempts: 1 },
  'forget-requests': daily(3, 17),
  'forget-notifications': daily(3, 47),
  'forget-people': daily(3, 52),
  'forget-notices': daily(3, 57),
  'forget-account-keys': daily(4, 7),
  reconcile: { ...daily(4, 12), attempts: 1 },
} satisfies Record<string, Turns>

/**
 * Ensures that each task has a job that waits for its next turn, however many workers do so. Only PostgreSQL's clock
 * counts: a worker whose clock is wrong neither delays tasks nor adds jobs for other times. A job whose turn has passed
 * while no worker ran is kept, and runs as soon as there is one. One that has failed for good, or waits for longer than it
 * should because PostgreSQL's clock was set back, is replaced. A running job keeps its further attempts until a minute
 * before the next turn. Then it no longer counts, because its worker may have died.
 */
export async function scheduleJobs(pool: Pool): Promise<void> {
  await pool.query(statement, [JSON.stringify(turns)])
}

const turns = Object.entries<Turns>(schedule).map(([task, { every, after = 0, attempts = null }]) => ({
  ...{ task, attempts, every: every / 1000, after: after / 1000 },
}))

const statement = `
  with turn as (
    select task, attempts, case every when 0 then now()
      else to_timestamp((floor((extract(epoch from now()) - after) / every) + 1) * every + after) end as next
    from json_to_recordset($1::json) as given (task text, attempts int, every numeric, after numeric)
  )
  select graphile_worker.add_job(task, job_key => task, run_at => next, max_attempts => attempts)
  from turn
  where not exists (
    select from graphile_worker.jobs waiting
    where waiting.key = turn.task and (
      (waiting.locked_at is not null and turn.next > now() + interval '1 minute')
      or (waiting.locked_at is null and waiting.attempts < waiting.max_attempts and waiting.run_at <= turn.next)))`

/**
 * Removes jobs that nobody takes: earlier versions collected movements in jobs of one queue, which stays locked for hours
 * after its worker has died. What they were for is collected every hour.
 */
export async function removeObsoleteJobs(pool: Pool): Promise<void> {
  await pool.query(`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where task_identifier = 'collect-movements'))`)
}
