import { Logger, run, type Task } from 'graphile-worker'
import { startBooking } from '../booking/start-booking'
import { startDeliveries } from '../callback/deliver'
import type { ConnectionRef } from '../card/connection-ref'
import { config } from '../core/config/config'
import { log } from '../core/log'
import { repeated } from '../core/repeat'
import type { Runtime } from '../core/runtime'
import { startMailer } from '../mail/mailer'
import { expectJobs, recordJob } from '../metrics/recorders'
import { collectLatest } from '../settlement/collect'
import { startCollecting } from '../settlement/start-collecting'
import { clockGuard } from './clock-guard'
import { jobQueuePool, jobsAtOnce } from './job-queue-pool'
import { removeObsoleteJobs, schedule, scheduleJobs } from './schedule'
import { tasks } from './tasks'

export interface Worker {
  /** Takes no more jobs, and waits for running ones. */
  stop(): Promise<void>
  /** Rejects if the job queue stops without `stop`, or the clock is wrong. This worker then does no more jobs. */
  failed: Promise<void>
}

export interface WorkerSettings {
  databaseUrl: string
  /** Age in seconds at which a pending operation is taken over. */
  operationStaleSeconds: number
  /** Milliseconds without data from the database after which a running statement of the job queue fails. */
  readTimeoutMs?: number
}

/** How often a worker makes sure that all tasks have their next job. */
const scheduleEveryMs = 5_000

/** Starts to run jobs. Any number of workers may run on one database. */
export async function startWorker(runtime: Runtime, settings: WorkerSettings): Promise<Worker> {
  const pool = jobQueuePool(settings)
  const guard = clockGuard(runtime)
  const guarded = { ...runtime, clock: guard.clock }
  const guardedTask =
    (name: string, task: Task): Task =>
    async (...given) => {
      await guard.requireRightClock()
      return recordJob(name, () => task(...given))
    }
  const collecting = startCollecting((at) => collectMoved(guarded, at, guard.requireRightClock))
  expectJobs([...Object.keys(schedule), 'collect-movements'])
  const runner = await run({
    pgPool: pool,
    concurrency: jobsAtOnce,
    noHandleSignals: true,
    taskList: Object.fromEntries(
      Object.entries(tasks(guarded, { ...settings, collect: collecting.add })).map(([name, task]) => [
        name,
        guardedTask(name, task),
      ]),
    ),
    // Not used: cron jobs would follow the clock of one worker. See schedule.ts.
    parsedCronItems: [],
    logger: new Logger((scope) => (level, message, meta) => {
      // Graphile Worker logs a line for every job at level info.
      const report = { error: log.error, warning: log.warn, info: log.debug, debug: log.trace }[level]
      report.call(log, { ...scope, ...meta }, message)
    }),
  }).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  const scheduling = repeated(() => scheduleJobs(pool).then(() => scheduleEveryMs), {
    work: 'Scheduling jobs',
    pauseAfterFaultMs: scheduleEveryMs,
  })
  await removeObsoleteJobs(pool).catch((error: unknown) =>
    log.warn({ err: error }, 'Jobs of earlier versions are removed when a worker starts again'),
  )
  // Bills immediately after an outage, without waiting for the next minute.
  await runner
    .addJob('bill', {}, { maxAttempts: 1 })
    .catch((error: unknown) => log.error({ err: error }, 'The next billing run starts with the next minute'))
  const deliveries = startDeliveries(runtime.db, { networks: config().callbackNetworks })
  const mailer = startMailer(runtime, config())
  const booking = startBooking(guarded, guard.requireRightClock)
  let stopping = false
  let stopped = false
  const queueEnded = runner.promise
    .finally(() => {
      stopped = true
    })
    .then(() => {
      if (!stopping) throw new Error('The job queue has stopped by itself')
    })
  const failed = Promise.race([queueEnded, guard.failed])
  // Marks the rejection as handled, for callers that do not await `failed`.
  failed.catch(() => undefined)
  return {
    failed,
    stop: async () => {
      stopping = true
      const others = [scheduling, deliveries, mailer, booking, collecting].map((each) => each.stop())
      await Promise.all([stopped ? undefined : runner.stop(), ...others]).finally(() => pool.end())
    },
  }
}

/** Collects the movements of a connection that notices were about. */
async function collectMoved(runtime: Runtime, at: ConnectionRef, mayCollect: () => Promise<void>) {
  const report = (error: unknown) => log.warn({ err: error, ...at }, 'Movements of money are collected later')
  await mayCollect()
    .then(() => recordJob('collect-movements', () => collectLatest(runtime, at, report)))
    .catch(report)
}
