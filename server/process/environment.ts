import { type Environment, environment, type Settings } from '../core/config/config'
import { loadSecrets } from '../core/config/secrets'

/** What a process needs beyond what the person set, so that it works on the embedded database. */
export function embeddedEnvironment(settings: Settings, url: string): Environment {
  const secrets = loadSecrets(settings.dataDir)
  return {
    KASSA_EMBEDDED: '1',
    DATABASE_URL: url,
    DATA_DIR: settings.dataDir,
    AUTH_SECRET: settings.authSecret ?? secrets.authSecret,
    ENCRYPTION_KEY: settings.encryptionKey ?? secrets.encryptionKey,
    // A person at a terminal wants to see what is wrong, and no line of JSON for each request.
    LOG_LEVEL: environment().LOG_LEVEL?.trim() || 'warn',
  }
}
