import { existsSync } from 'node:fs'
import { type Config, type Environment, environmentSchema, loadConfig } from './schema'

export type { Config, Environment, Settings } from './schema'
export { ConfigError, loadConfig, loadSettings } from './schema'

// On globalThis: Next.js bundles pages separately from the server, and both need the values given to `provide`.
const place = globalThis as { kassaConfig?: { provided: Environment; cached?: Config | undefined } }

function here() {
  if (!place.kassaConfig) {
    if (existsSync('.env')) process.loadEnvFile('.env')
    place.kassaConfig = { provided: {} }
  }
  return place.kassaConfig
}

/** The environment of this process: the values given to `provide`, then the real environment, then a `.env` file. */
export function environment(): Environment {
  return { ...process.env, ...here().provided }
}

/** The configuration of this process, read at the first call. */
export function config(): Config {
  const known = here()
  known.cached ??= loadConfig(environment())
  return known.cached
}

/** Sets values that the environment of this process does not have, such as the embedded database's address. */
export function provide(values: Environment): void {
  const { provided } = here()
  place.kassaConfig = { provided: { ...provided, ...values } }
}

/** Sets the address that next-auth uses. It reads it only from the environment. */
export function provideAuth(): void {
  process.env.NEXTAUTH_URL = config().baseUrl
}

/** Only the log level, so that a module can log before the configuration is complete, or without it. */
export function logLevel(): string {
  const level = environmentSchema.shape.LOG_LEVEL.safeParse(environment().LOG_LEVEL?.trim() || undefined)
  return level.data ?? 'info'
}
