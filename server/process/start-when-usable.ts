import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@/db/client'
import { causes, isTransient, isUnreachable } from '@/db/errors'
import { log } from '../core/log'
import { DatabaseProblem, explained, schemaProblem } from './database-problem'
import { verifyEncryptionKey } from './encryption-key'

const againMs = 2000
const reminderMs = 60_000

interface Starting<T> {
  /** The process that starts, as the log calls it. */
  name: string
  start(): Promise<T> | T
  /** Why this process cannot start although the database can be used. */
  otherProblem?(db: Database): Promise<string | undefined>
  /** Called after each attempt that did not succeed. */
  onWait?(): void
}

/**
 * Calls `start` as soon as the database can be used and has the tables of this version, because a process may start before
 * its database or before the migration. If `start` fails because of the database, which may become read-only at that
 * moment, it waits again. Logs what it waits for, once a minute. Throws a ConfigError if the encryption key is wrong.
 */
export async function startWhenUsable<T>(db: Database, starting: Starting<T>): Promise<T> {
  let logged: { message: string; at: number } | undefined
  for (;;) {
    const attempt = await tryToStart(db, starting)
    if ('started' in attempt) return attempt.started
    const { problem } = attempt
    const now = performance.now()
    if (logged?.message !== problem || now - logged.at >= reminderMs) {
      log.warn(`The ${starting.name} waits. ${problem}`)
      logged = { message: problem, at: now }
    }
    starting.onWait?.()
    await sleep(againMs)
  }
}

/** Starts, or returns why the database cannot be used yet. */
async function tryToStart<T>(
  db: Database,
  { start, otherProblem }: Starting<T>,
): Promise<{ started: T } | { problem: string }> {
  try {
    const problem = await explained(async (databaseUrl) => {
      await verifyEncryptionKey(databaseUrl)
      return (await schemaProblem(db)) ?? otherProblem?.(db)
    })
    return problem === undefined ? { started: await start() } : { problem }
  } catch (error) {
    if (error instanceof DatabaseProblem) return { problem: error.message }
    if (isUnreachable(error)) return { problem: 'The database cannot be reached yet.' }
    if (isTransient(error))
      return { problem: `The database cannot be used yet: ${causes(error).at(-1)?.message}.` }
    throw error
  }
}
