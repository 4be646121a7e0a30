import { type Environment, environment, type Settings } from '../core/config/config'
import { loadSecrets } from '../core/config/secrets'

/** Returns the variables that a process needs for the embedded database, besides what the user set. */
export function embeddedEnvironment(settings: Settings, url: string): Environment {
  const secrets = loadSecrets(settings.dataDir)
  return {
    KASSA_EMBEDDED: '1',
    DATABASE_URL: url,
    DATA_DIR: settings.dataDir,
    AUTH_SECRET: settings.authSecret ?? secrets.authSecret,
    ENCRYPTION_KEY: settings.encryptionKey ?? secrets.encryptionKey,
    // A person at a terminal wants to see problems, not a line of JSON for each request.
    LOG_LEVEL: environment().LOG_LEVEL?.trim() || 'warn',
  }
}
