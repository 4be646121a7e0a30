import { ConfigError } from '../core/config/config'

/** Starts a process. Explains a wrong configuration or a port in use in plain words, and exits with code 1. */
export async function startProcess(start: () => Promise<void>): Promise<void> {
  try {
    await start()
  } catch (error) {
    const explanation = explain(error)
    if (explanation === undefined) throw error
    console.error(explanation)
    process.exit(1)
  }
}

function explain(error: unknown): string | undefined {
  if (error instanceof ConfigError) return error.message
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  return isTaken ? `${error.message}. Another program uses this port: set another PORT.` : undefined
}
