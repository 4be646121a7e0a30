import { config } from '../core/config/config'
import { log } from '../core/log'
import { type FaultOptions, handleFaults } from './faults'

const timeoutSeconds = 14
const cleanups: (() => unknown)[] = []
let stopping = false

/**
 * Runs the function before this process ends; the last one registered runs first. Call it early: from the first call
 * on, the process ends on SIGTERM, when its supervisor dies and, if it has none, on Ctrl-C.
 */
export function onShutdown(cleanup: () => unknown): void {
  if (cleanups.length === 0) listen()
  cleanups.push(cleanup)
}

/** Reports to the supervisor, if there is one, that this process is ready. */
export function reportReady(): void {
  // If the supervisor is gone, the disconnect ends this process. The error itself adds nothing.
  process.send?.({ ready: true }, undefined, undefined, () => undefined)
}

/** Logs the error and ends this process with code 1 after its cleanups, so that its supervisor restarts it. */
export function endBecause(error: unknown): void {
  log.fatal({ err: error }, 'The process ends.')
  void shutDown({ code: 1 })
}

/** Logs errors that nothing handles, and then ends this process like `endBecause`. Call it before anything else. */
export function endOnFaults(options?: FaultOptions): void {
  handleFaults(() => void shutDown({ code: 1 }), options)
}

function listen(): void {
  const supervised = process.send !== undefined
  process.on('SIGTERM', () => shutDown())
  // A Ctrl-C or a closed terminal reaches the whole group. The supervisor then tells this process when to end.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => supervised || shutDown())
  const orphaned = () => shutDown({ last: stopAbandonedDatabase })
  // The supervisor may have died while this process was loading.
  if (supervised && !process.connected) void orphaned()
  else process.once('disconnect', orphaned)
  // The reader of our output may die first.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

async function shutDown({
  last,
  code = 0,
}: {
  last?: () => Promise<void>
  code?: number
} = {}): Promise<void> {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(1), timeoutSeconds * 1000).unref()
  for (const cleanup of [...cleanups.reverse(), ...(last ? [last] : [])]) {
    try {
      await cleanup()
    } catch (error) {
      code = 1
      log.error({ err: error }, 'A cleanup at the end of the process failed')
    }
  }
  process.exit(code)
}

/** If the supervisor is dead, nobody else would stop the embedded database, so the last child does. */
async function stopAbandonedDatabase(): Promise<void> {
  const { embedded, dataDir } = config()
  if (!embedded) return
  const { stopAbandonedServer } = await import('./embedded-database')
  await stopAbandonedServer(dataDir)
}
