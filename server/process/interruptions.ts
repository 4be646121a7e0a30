const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

export interface Interruptions {
  /** Rejects when somebody interrupts this process, or nobody reads its output any more. */
  interrupted: Promise<never>
  /** The code to end with; undefined unless it was interrupted. */
  exitCode(): number | undefined
  /** Lets signals end this process at once again. */
  release(): void
}

/**
 * From now on, a signal does not end this process, which has something to close first. The same signal again does, and so
 * does every signal after `release`.
 */
export function catchInterruptions(): Interruptions {
  let exitCode: number | undefined
  let reject: (reason: Error) => void = () => undefined
  const interrupted = new Promise<never>((_, rejected) => {
    reject = rejected
  })
  // Marks the rejection as handled, for callers that only need the exit code.
  interrupted.catch(() => undefined)
  const interrupt = (code: number) => {
    exitCode ??= code
    reject(new Error('The command was interrupted.'))
  }
  const handlers = Object.entries(signals).map(([signal, code]) => [signal, () => interrupt(code)] as const)
  for (const [signal, handler] of handlers) process.once(signal, handler)
  // Stays, because what was written last may fail later. A pager that was closed has seen what it wanted.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    interrupt(0)
  })
  return {
    interrupted,
    exitCode: () => exitCode,
    release: () => {
      for (const [signal, handler] of handlers) process.off(signal, handler)
    },
  }
}
