import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { inTime } from '../core/in-time'
import { schemaProblem } from '../process/database-problem'
import { runtime } from '../runtime'
import { DocumentedError } from './documented-error'

export const Health = z
  .strictObject({ status: z.literal('ok') })
  .meta({ id: 'Health', example: { status: 'ok' } })

/** How long the database may take. In a network that loses packets, a statement would wait for most of a minute. */
const patienceMs = 3_000

let leaving = false

/** From now on `readHealth` tells load balancers to use another instance. */
export const leave = (): void => {
  leaving = true
}

/**
 * Throws `service unavailable` while the database is unreachable, silent, read-only or of another version, or the process
 * shuts down.
 */
export async function readHealth(): Promise<z.infer<typeof Health>> {
  if (leaving) throw unavailable('The service is shutting down. Ask another instance.')
  const { problem, isReadOnly } = await inTime(sharedState(), patienceMs, silent)
  if (problem !== undefined) throw unavailable(problem)
  // After a failover, this may be the old primary.
  if (isReadOnly) throw unavailable('The database is read-only. Ask another instance.')
  return { status: 'ok' }
}

let waiting = false

/** Sets whether requests that need the database are refused. At first they are not. */
export const setWaiting = (value: boolean): void => {
  waiting = value
}

/** Whether the process waits for a database with the tables of its version. */
export const isWaiting = (): boolean => waiting

/** Returns the error for refused requests: `service unavailable`, with what the process is waiting for. */
export const waitingError = (): Promise<Error> =>
  readHealth().then(
    () => unavailable('Kassa is starting. Try again in a moment.'),
    (error: Error) => error,
  )

let latest: { at: number; state: ReturnType<typeof readState> } | undefined

/** Checks that come while one is running share it: those of a silent database must not fill the queue of requests. */
function sharedState(): ReturnType<typeof readState> {
  const at = performance.now()
  if (latest && at - latest.at < patienceMs) return latest.state
  const state = readState()
  latest = { at, state }
  const done = () => {
    if (latest?.state === state) latest = undefined
  }
  state.then(done, done)
  return state
}

/** Why this version cannot use the database, and whether it takes no changes. */
async function readState(): Promise<{ problem: string | undefined; isReadOnly: boolean }> {
  const { db } = runtime()
  try {
    const [problem, [setting]] = await Promise.all([
      schemaProblem(db),
      db.execute<{ isReadOnly: boolean }>(
        sql`select current_setting('transaction_read_only')::boolean as "isReadOnly"`,
      ),
    ])
    return { problem, isReadOnly: setting?.isReadOnly ?? false }
  } catch (cause) {
    throw unavailable('The database cannot be reached. Try again in a moment.', cause)
  }
}

const unavailable = (description: string, cause?: unknown) =>
  new DocumentedError(
    { type: 'service unavailable', content: { type: 'Kassa', description }, headers: { 'Retry-After': '2' } },
    { cause },
  )

const silent = () => unavailable('The database does not respond. Try again in a moment.')
