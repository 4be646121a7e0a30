import { write, writeSync } from 'node:fs'
import { setImmediate } from 'node:timers'

/** How many bytes wait while they cannot be written. Lines above that are dropped. */
const maxWaiting = 1_000_000
const retryMs = 100

export interface Output {
  write(line: string): void
  /** Writes what is waiting before it returns. Gives up at an error, but may wait for a reader that pauses. */
  flushSync(): void
}

/**
 * Writes lines in the background. A full disk or a terminal that is gone must not fail what is being logged, and a
 * reader that pauses must not stop it: the lines wait until they can be written, or until the process ends.
 */
export function outputTo(fd: number): Output {
  let waiting: Buffer[] = []
  let size = 0
  let busy = false

  function take(): Buffer {
    const bytes = Buffer.concat(waiting)
    waiting = []
    size = 0
    return bytes
  }

  function putBack(bytes: Buffer): void {
    if (bytes.length === 0) return
    waiting.unshift(bytes)
    size += bytes.length
  }

  function writeNext(): void {
    busy = size > 0
    if (!busy) return
    const bytes = take()
    write(fd, bytes, (error, written) => {
      putBack(error ? bytes : bytes.subarray(written))
      if (error) setTimeout(writeNext, retryMs).unref()
      else writeNext()
    })
  }

  return {
    write(line) {
      const bytes = Buffer.from(line)
      if (size + bytes.length > maxWaiting) return
      waiting.push(bytes)
      size += bytes.length
      if (busy) return
      busy = true
      // Not at once: flushSync could overtake lines that are just being written.
      setImmediate(writeNext)
    },
    flushSync() {
      let bytes = take()
      try {
        while (bytes.length > 0) bytes = bytes.subarray(writeSync(fd, bytes))
      } catch {
        // It cannot be written now. To wait for that would stop the process.
      }
      putBack(bytes)
    },
  }
}
