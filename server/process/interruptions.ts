/** Ctrl-C reaches a command twice if npm runs it: from the terminal, and from npm, which passes it on. */
const repeatMs = 1000

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
 * From now on, a signal does not end this process, which has something to close first. One that comes more than a second
 * later does, and so does every signal after `release`.
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
  let first: number | undefined
  const end = (code: number) => {
    if (first !== undefined && performance.now() - first > repeatMs) process.exit(code)
    first ??= performance.now()
    interrupt(code)
  }
  const handlers = Object.entries(signals).map(([signal, code]) => [signal, () => end(code)] as const)
  for (const [signal, handler] of handlers) process.on(signal, handler)
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
