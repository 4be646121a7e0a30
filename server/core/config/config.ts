import { existsSync } from 'node:fs'
import { type Config, type Environment, environmentSchema, loadConfig } from './schema'

export type { Config, Environment, Settings } from './schema'
export { ConfigError, loadConfig, loadSettings } from './schema'

// On globalThis: Next bundles pages apart from the server around them, and both must know what was provided.
const place = globalThis as { kassaConfig?: { provided: Environment; cached?: Config | undefined } }

function here() {
  if (!place.kassaConfig) {
    if (existsSync('.env')) process.loadEnvFile('.env')
    place.kassaConfig = { provided: {} }
  }
  return place.kassaConfig
}

/** The environment of this process: what `provide` was given, over the real one, over a `.env` file. */
export function environment(): Environment {
  return { ...process.env, ...here().provided }
}

/** The configuration of this process, read at the first call. */
export function config(): Config {
  const known = here()
  known.cached ??= loadConfig(environment())
  return known.cached
}

/** Gives this process values that its environment does not hold, such as the embedded database's address. */
export function provide(values: Environment): void {
  const { provided } = here()
  place.kassaConfig = { provided: { ...provided, ...values } }
}

/** Tells next-auth the address that it makes its own of: it reads it from the environment alone. */
export function provideAuth(): void {
  process.env.NEXTAUTH_URL = config().baseUrl
}

/** The log level alone, so that a module may log before, or without, a complete configuration. */
export function logLevel(): string {
  const level = environmentSchema.shape.LOG_LEVEL.safeParse(environment().LOG_LEVEL?.trim() || undefined)
  return level.data ?? 'info'
}
