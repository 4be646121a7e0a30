import { join, relative } from 'node:path'
import { config } from '@/server/core/config/config'

/**
 * The path of the demo merchant's keys, relative to the project's folder. Undefined without a demo merchant, which
 * exists with the embedded database only.
 */
export function demoFile(): string | undefined {
  const { embedded, dataDir } = config()
  if (!embedded) return undefined
  const path = join(dataDir, 'demo.json')
  const shown = relative(process.cwd(), path)
  return shown.startsWith('..') ? path : shown
}
