import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import {
  type Config,
  ConfigError,
  config,
  environment,
  loadSettings,
  provide,
  type Settings,
} from '../core/config/config'
import { log } from '../core/log'
import { startEmbedded } from './embedded-database'
import { verifyEncryptionKey } from './encryption-key'
import { embeddedEnvironment } from './environment'

const againMs = 2000

interface OpenDatabase {
  config: Config
  close(): Promise<void>
}

/**
 * Ensures that this process has a complete `config()`, a database, and that database's encryption key. Without
 * DATABASE_URL it uses the embedded database: a running Kassa's, or one that is started until `close`.
 */
export async function openDatabase(): Promise<OpenDatabase> {
  const settings = loadSettings(environment())
  if (!settings.databaseUrl) return openEmbedded(settings)
  await verifyOrLater(config().databaseUrl)
  return { config: config(), close: async () => undefined }
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
    provide(embeddedEnvironment(settings, embedded.url))
    await verifyEncryptionKey(embedded.url)
    return { config: config(), close }
  } catch (error) {
    // Nobody else would stop the server that was started here.
    await close()
    throw error
  }
}

/**
 * Verifies the key, now or as soon as the database can be reached, because a process may start before its database. A
 * wrong key then ends the process.
 */
async function verifyOrLater(databaseUrl: string): Promise<void> {
  try {
    await verifyEncryptionKey(databaseUrl)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    log.warn({ err: error }, 'The database cannot be reached yet. Its encryption key is verified later')
    void verifyLater(databaseUrl)
  }
}

async function verifyLater(databaseUrl: string): Promise<void> {
  await sleep(againMs, undefined, { ref: false })
  try {
    await verifyEncryptionKey(databaseUrl)
  } catch (error) {
    if (!(error instanceof ConfigError)) return verifyLater(databaseUrl)
    console.error(error.message)
    process.exit(1)
  }
}

/** For commands: runs the work with a database, and stops it afterwards if nobody else uses it. */
export async function withDatabase<T>(work: (config: Config) => Promise<T>): Promise<T> {
  const opened = await openDatabase()
  try {
    return await work(opened.config)
  } finally {
    await opened.close()
  }
}
