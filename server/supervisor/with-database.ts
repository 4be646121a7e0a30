import postgres from 'postgres'
import { startEmbedded } from '@/db/embedded'
import { type Config, config, environment, loadSettings, provide } from '@/server/config/config'
import { embeddedEnvironment } from './environment'

/**
 * Sees to it that this process has a complete `config()` and a database behind it. Without DATABASE_URL that is
 * the embedded one: a running Kassa's, or one started until `close`.
 */
export async function openDatabase(): Promise<{ config: Config; close(): Promise<void> }> {
  const settings = loadSettings(environment())
  if (settings.databaseUrl) return { config: config(), close: async () => undefined }
  const embedded = await startEmbedded({ dataDir: settings.dataDir })
  // Shows other commands that the server is in use, even while this one has no other connection open.
  const presence = postgres(embedded.url, { max: 1, max_lifetime: null })
  await presence`select 1`
  provide(embeddedEnvironment(settings, embedded.url))
  return {
    config: config(),
    close: async () => {
      await presence.end({ timeout: 5 })
      await embedded.stopIfUnused()
    },
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
