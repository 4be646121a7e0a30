import { setTimeout as sleep } from 'node:timers/promises'
import type { Embedded, Lock } from '@/db/embedded'
import type { Settings } from '../core/config/config'
import { startEmbedded } from '../process/embedded-database'
import { clearRunning, readRunning, writeRunning } from './running'

const takeoverSeconds = 20
const revivals = 5

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
  const { dataDir, baseUrl } = settings
  let stopping = false
  let embedded = await startEmbedded({ dataDir })
  let lock = await takeLock(embedded, dataDir)
  const { url, socketUrl } = embedded
  writeRunning(dataDir, baseUrl)
  guard(lock)

  function guard(held: Lock): void {
    void held.lost.then(async () => {
      await held.release()
      if (!stopping) await revive().catch(fail)
    })
  }

  async function revive(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      say('The embedded database stopped. Restarting it.')
      try {
        embedded = await startEmbedded({ dataDir })
        if (embedded.url !== url)
          throw new Error('The port of the embedded database is now used by another program.')
        lock = await takeLock(embedded, dataDir)
        return guard(lock)
      } catch (error) {
        if (stopping) return
        if (attempt === revivals) throw error
        await sleep(attempt * 500)
      }
    }
  }

  async function stop(): Promise<void> {
    stopping = true
    clearRunning(dataDir)
    // The lock is released after the server, not before: nobody may join a server that is about to stop.
    await embedded.stop()
    await lock.release()
  }

  return { url: socketUrl, stop }
}

export function alreadyRunning(dataDir: string): Error {
  const running = readRunning(dataDir)
  const who = running ? ` (pid ${running.pid}, ${running.url})` : ''
  return new Error(`Kassa is already running on the data folder ${dataDir}${who}. Stop it, or set DATA_DIR.`)
}

async function takeLock(embedded: Embedded, dataDir: string): Promise<Lock> {
  const deadline = Date.now() + takeoverSeconds * 1000
  for (;;) {
    const lock = await embedded.lock()
    if (lock) return lock
    // After a kill the last processes of the dead Kassa may still be cleaning up. A live Kassa keeps running.
    if (readRunning(dataDir) || Date.now() > deadline) throw alreadyRunning(dataDir)
    await sleep(100)
  }
}
