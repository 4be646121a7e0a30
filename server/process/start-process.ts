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
  return cannotListen(error)
}

/** Explains why a process cannot listen on its address. Undefined for any other error. */
export function cannotListen(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return undefined
  const advice = adviceFor[`${error.syscall} ${error.code}`]
  return advice === undefined ? undefined : `${error.message}. ${advice}`
}

const adviceFor: Record<string, string> = {
  'listen EADDRINUSE': 'Another program uses this port: set another PORT or METRICS_PORT.',
  'listen EACCES': 'Only root may use this port: set a PORT above 1023.',
  'listen EADDRNOTAVAIL': 'This machine does not have this address: set another HOST, such as 127.0.0.1.',
  // The host of the database has been looked up before, and is explained by itself.
  'getaddrinfo ENOTFOUND': 'HOST is not known: set another HOST, such as 127.0.0.1.',
}
