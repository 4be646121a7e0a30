import { statSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { environment, loadSettings, provide, type Settings } from '../core/config/config'
import { DatabaseProblem, explained } from './database-problem'
import { startEmbedded } from './embedded-database'
import { verifyEncryptionKey } from './encryption-key'
import { embeddedEnvironment } from './environment'
import { catchInterruptions } from './interruptions'
import { readRunning } from './running'

interface OpenDatabase {
  close(): Promise<void>
}

/**
 * Ensures that this process has a complete `config()` and a database. Without DATABASE_URL it uses the embedded database
 * and verifies its encryption key: a running Kassa's, or one that is started until `close`. The caller verifies the key
 * of any other, which may not be there yet.
 */
export async function openDatabase(): Promise<OpenDatabase> {
  const settings = loadSettings(environment())
  if (!settings.databaseUrl) return openEmbedded(settings)
  return { close: async () => undefined }
}

async function openEmbedded(settings: Settings): Promise<OpenDatabase> {
  const embedded = await startEmbedded({ dataDir: settings.dataDir })
  // Shows other commands that the server is in use, even while this one has no other connection open.
  const presence = postgres(embedded.url, { max: 1, max_lifetime: null })
  const close = async () => {
    await presence.end({ timeout: 5 })
    await embedded.stopIfUnused()
  }
  try {
    await presence`select 1`
    const running = readRunning(settings.dataDir)
    // Links lead to the Kassa that runs, whose address may have been set only when it was started.
    provide({ ...embeddedEnvironment(settings, embedded.url), ...(running && { BASE_URL: running.url }) })
    await verifyEncryptionKey(embedded.url)
    return { close }
  } catch (error) {
    // Nobody else would stop the server that was started here.
    await close()
    throw error
  }
}

/**
 * For commands: runs the work with a database, and stops it afterwards if nobody else uses it, even if the command is
 * interrupted: its data folder may be copied next. Work that can be left half done ends when `interrupted` rejects. Throws
 * a DatabaseProblem if the database cannot be used, or is missing and not to be created, and a ConfigError if the
 * encryption key is wrong.
 */
export async function withDatabase<T>(
  work: (interrupted: Promise<never>) => Promise<T>,
  { create }: { create: boolean },
): Promise<T> {
  if (!create) requireEmbedded(loadSettings(environment()))
  const { interrupted, exitCode, release } = catchInterruptions()
  const opened = await openDatabase()
  try {
    await explained(verifyEncryptionKey)
    return await work(interrupted)
  } finally {
    await opened.close()
    const code = exitCode()
    if (code !== undefined) process.exit(code)
    release()
  }
}

/** A command that works on what is there must not leave an empty database where DATA_DIR is mistyped. */
function requireEmbedded({ databaseUrl, dataDir }: Settings): void {
  if (databaseUrl) return
  try {
    statSync(join(dataDir, 'postgres'))
  } catch (error) {
    // Another user's folder is explained when its secrets are read.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) return
    throw new DatabaseProblem(
      `There is no database in ${dataDir}. Create one with npm start, or set DATA_DIR to the folder that has one.`,
    )
  }
}
