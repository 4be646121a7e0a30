import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Embedded, Lock } from '@/db/embedded'
import type { Settings } from '../core/config/config'
import { startEmbedded } from '../process/embedded-database'
import { clearRunning, readRunning, writeRunning } from '../process/running'

const takeoverSeconds = 20
const maxPauseSeconds = 30
const checkMs = 1000

export interface OwnDatabase {
  url: string
  stop(): Promise<void>
}

/**
 * Holds the embedded database for this Kassa alone and restarts it if it dies.
 *
 * @param fail called when it is lost and cannot be restarted
 */
export async function ownDatabase(
  settings: Settings,
  say: (line: string) => void,
  fail: (error: Error) => void,
): Promise<OwnDatabase> {
  const { dataDir } = settings
  const stopped = new AbortController()
  let reviving: Promise<void> = Promise.resolve()
  let embedded = await startEmbedded({ dataDir })
  let lock = await claim(embedded, settings)
  const { url, socketUrl } = embedded
  guard(lock)
  // SIGTERM makes PostgreSQL wait for its clients, of which we are one. It must end, so that it can be restarted.
  let stopping = false
  const check = setInterval(() => void stopIfTold(), checkMs)

  async function stopIfTold(): Promise<void> {
    if (stopping) return
    stopping = true
    try {
      if (embedded.isStopping()) await embedded.stop()
    } catch {
      // Its pid file cannot be read at the moment, or it takes long to stop. The next check tries again.
    } finally {
      stopping = false
    }
  }

  function guard(held: Lock): void {
    void held.lost.then(async () => {
      await held.release()
      if (!stopped.signal.aborted) reviving = revive().catch(fail)
    })
  }

  /**
   * Tries until it succeeds: a full disk, for example, ends when somebody makes room. Never creates a database: the one
   * that it had may be on a disk that is not mounted at the moment.
   */
  async function revive(): Promise<void> {
    say('The embedded database stopped. Restarting it.')
    for (let attempt = 1; !stopped.signal.aborted; attempt += 1) {
      try {
        // The folder alone would not do: an empty one remains where a disk was mounted.
        if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) throw new Error(missing(dataDir))
        embedded = await startEmbedded({ dataDir })
        if (embedded.url !== url) throw new PortTaken()
        lock = await takeLock(embedded, dataDir)
        return guard(lock)
      } catch (error) {
        if (error instanceof AlreadyRunning || error instanceof PortTaken) throw error
        const seconds = Math.min(maxPauseSeconds, 0.5 * 2 ** (attempt - 1))
        if (!stopped.signal.aborted)
          say(`The embedded database did not start. Trying again in ${seconds} s. ${messageOf(error)}`)
        await sleep(seconds * 1000, undefined, { signal: stopped.signal }).catch(() => undefined)
      }
    }
  }

  async function stop(): Promise<void> {
    stopped.abort()
    clearInterval(check)
    clearRunning(dataDir)
    // The lock is released after the server, not before: nobody may join a server that is about to stop.
    await embedded.stop()
    // A start that had begun may have finished since.
    await reviving
    await embedded.stop()
    await lock.release()
  }

  return { url: socketUrl, stop }
}

/** The web and worker processes know the database by its old address. */
class PortTaken extends Error {
  override readonly message =
    'The port of the embedded database is now used by another program. Start Kassa again.'
}

export class AlreadyRunning extends Error {
  constructor(dataDir: string) {
    const running = readRunning(dataDir)
    const who = running ? ` (pid ${running.pid}, ${running.url})` : ''
    super(`Kassa is already running on the data folder ${dataDir}${who}. Stop it, or set DATA_DIR.`)
  }
}

const missing = (dataDir: string) =>
  `It is missing from ${dataDir}. Is the disk mounted? If it was deleted, restore a backup.`

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Takes the lock and writes who has it. If that fails, stops the server, unless somebody else uses it. */
async function claim(embedded: Embedded, { dataDir, baseUrl }: Settings): Promise<Lock> {
  let lock: Lock | undefined
  try {
    lock = await takeLock(embedded, dataDir)
    writeRunning(dataDir, baseUrl)
    return lock
  } catch (error) {
    await lock?.release().catch(() => undefined)
    await embedded.stopIfUnused().catch(() => undefined)
    throw error
  }
}

async function takeLock(embedded: Embedded, dataDir: string): Promise<Lock> {
  const deadline = Date.now() + takeoverSeconds * 1000
  for (;;) {
    const lock = await embedded.lock()
    if (lock) return lock
    // After a kill the last processes of the dead Kassa may still be cleaning up. A live Kassa keeps running.
    const running = readRunning(dataDir)
    if ((running && running.pid !== process.pid) || Date.now() > deadline) throw new AlreadyRunning(dataDir)
    await sleep(100)
  }
}
