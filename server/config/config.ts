import { existsSync } from 'node:fs'
import { type Config, type Environment, environmentSchema, loadConfig } from './schema'

export type { Config, Environment, Settings } from './schema'
export { ConfigError, loadConfig, loadSettings } from './schema'

let provided: Environment = {}
let cached: Config | undefined
let dotenvRead = false

/** The environment of this process: what `provide` was given, over the real one, over a `.env` file. */
export function environment(): Environment {
  if (!dotenvRead) {
    dotenvRead = true
    if (existsSync('.env')) process.loadEnvFile('.env')
  }
  return { ...process.env, ...provided }
}

/** The configuration of this process, read at the first call. */
export function config(): Config {
  cached ??= loadConfig(environment())
  return cached
}

/** Gives this process values that its environment does not hold, such as the embedded database's address. */
export function provide(values: Environment): void {
  provided = { ...provided, ...values }
  cached = undefined
}

/** The log level alone, so that a module may log before, or without, a complete configuration. */
export function logLevel(): string {
  const level = environmentSchema.shape.LOG_LEVEL.safeParse(environment().LOG_LEVEL?.trim() || undefined)
  return level.data ?? 'info'
}
