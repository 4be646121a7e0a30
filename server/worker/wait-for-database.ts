import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@/db/client'
import { isTransient } from '@/db/errors'
import { isUpToDate } from '@/db/up-to-date'
import { log } from '../core/log'
import { DatabaseProblem, explained, notUpToDate } from '../process/database-problem'
import { verifyEncryptionKey } from '../process/encryption-key'

const againMs = 2000
const reminderMs = 60_000

/**
 * Waits until the database can be used and is migrated, because a worker may start before either. Logs what it waits for,
 * once a minute. Throws a ConfigError if the encryption key is wrong.
 */
export async function waitForDatabase(db: Database): Promise<void> {
  let logged: { message: string; at: number } | undefined
  for (;;) {
    const message = await problemOf(db)
    if (message === undefined) return
    const now = performance.now()
    if (logged?.message !== message || now - logged.at >= reminderMs) {
      log.warn(`The worker waits. ${message}`)
      logged = { message, at: now }
    }
    await sleep(againMs)
  }
}

/** Returns why the database cannot be used yet. */
async function problemOf(db: Database): Promise<string | undefined> {
  try {
    return await explained(async (databaseUrl) => {
      await verifyEncryptionKey(databaseUrl)
      return (await isUpToDate(db)) ? undefined : notUpToDate
    })
  } catch (error) {
    if (error instanceof DatabaseProblem) return error.message
    if (isTransient(error)) return 'The database cannot be reached yet.'
    throw error
  }
}
