import { ConfigError } from '../core/config/config'
import { DatabaseProblem } from './database-problem'

/** Whether an error's message says everything that people need: what is wrong and what to do. */
export const isExplained = (error: unknown): error is Error =>
  error instanceof ConfigError || error instanceof DatabaseProblem

/** Returns an error's message with that of its cause, for people. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error && error.cause.message ? `\n  (${error.cause.message})` : ''
  return `${error.message}${cause}`
}
