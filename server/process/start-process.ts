import { explain, isExplained } from './explain'

/** Starts a process. Explains a wrong configuration or a port in use in plain words, and exits with code 1. */
export async function startProcess(start: () => Promise<void>): Promise<void> {
  try {
    await start()
  } catch (error) {
    const explanation = explanationOf(error)
    if (explanation === undefined) throw error
    console.error(explanation)
    process.exit(1)
  }
}

function explanationOf(error: unknown): string | undefined {
  if (isExplained(error)) return explain(error)
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  return isTaken ? `${error.message}. Another program uses this port: set another PORT.` : undefined
}
