import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { isAlive } from '@/db/embedded/pid-file'
import { replaceFile } from '../core/config/file'

const runningSchema = z.object({ pid: z.int(), url: z.string() })

/**
 * Returns the Kassa that runs on a data folder, from the file that it wrote; undefined when there is none or it has
 * died.
 */
export function readRunning(dataDir: string): z.infer<typeof runningSchema> | undefined {
  const path = join(dataDir, 'running.json')
  try {
    const running = runningSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    return isAlive(running.pid) ? running : undefined
  } catch {
    // Missing or incomplete. The file only makes a message clearer; the lock decides.
    return undefined
  }
}

export function writeRunning(dataDir: string, url: string): void {
  replaceFile(join(dataDir, 'running.json'), `${JSON.stringify({ pid: process.pid, url })}\n`)
}

export function clearRunning(dataDir: string): void {
  rmSync(join(dataDir, 'running.json'), { force: true })
}
