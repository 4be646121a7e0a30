import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@/db/client'
import { causes, isTransient, isUnreachable } from '@/db/errors'
import { log } from '../core/log'
import { DatabaseProblem, explained, schemaProblem } from '../process/database-problem'
import { verifyEncryptionKey } from '../process/encryption-key'
import { clockProblem } from './clock-guard'

const againMs = 2000
const reminderMs = 60_000

/**
 * Starts the worker as soon as the database can be used, is migrated and has the same time, because its process may start
 * before. If the start fails because of the database, which may become read-only at that moment, it waits again. Logs what
 * it waits for, once a minute. Throws a ConfigError if the encryption key is wrong.
 */
export async function startWhenUsable<T>(db: Database, start: () => Promise<T>): Promise<T> {
  let logged: { message: string; at: number } | undefined
  for (;;) {
    const attempt = await tryToStart(db, start)
    if ('started' in attempt) return attempt.started
    const { problem } = attempt
    const now = performance.now()
    if (logged?.message !== problem || now - logged.at >= reminderMs) {
      log.warn(`The worker waits. ${problem}`)
      logged = { message: problem, at: now }
    }
    await sleep(againMs)
  }
}

/** Starts the worker, or returns why the database cannot be used yet. */
async function tryToStart<T>(
  db: Database,
  start: () => Promise<T>,
): Promise<{ started: T } | { problem: string }> {
  try {
    const problem = await explained(async (databaseUrl) => {
      await verifyEncryptionKey(databaseUrl)
      return (await schemaProblem(db)) ?? clockProblem(db)
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
