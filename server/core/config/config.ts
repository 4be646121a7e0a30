import { accessSync, constants, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Config, ConfigError, type Environment, environmentSchema, loadConfig } from './schema'

export type { Config, Environment, Settings } from './schema'
export { ConfigError, loadConfig, loadSettings } from './schema'

// On globalThis: Next.js bundles pages separately from the server, and both need the values given to `provide`.
const place = globalThis as { kassaConfig?: { provided: Environment; cached?: Config | undefined } }

function here() {
  if (!place.kassaConfig) {
    loadFile(resolve('.env'))
    place.kassaConfig = { provided: {} }
  }
  return place.kassaConfig
}

function loadFile(path: string): void {
  if (!existsSync(path)) return
  try {
    // `loadEnvFile` would say that a file of another user does not exist.
    accessSync(path, constants.R_OK)
    process.loadEnvFile(path)
  } catch (cause) {
    const problem = `Cannot read ${path}. Let the user who runs Kassa read it, or remove it.`
    throw new ConfigError([problem], { cause })
  }
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
  try {
    const level = environmentSchema.shape.LOG_LEVEL.safeParse(environment().LOG_LEVEL?.trim() || undefined)
    return level.data ?? 'info'
  } catch {
    // Whoever needs the configuration says what is wrong with it.
    return 'info'
  }
}
