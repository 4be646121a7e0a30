import { join, relative } from 'node:path'
import { config } from '@/server/core/config/config'

/**
 * Where the keys of the demo merchant are, seen from the project's folder. Undefined where there is no such
 * merchant: it exists with the embedded database only.
 */
export function demoFile(): string | undefined {
  const { embedded, dataDir } = config()
  if (!embedded) return undefined
  const path = join(dataDir, 'demo.json')
  const way = relative(process.cwd(), path)
  return way.startsWith('..') ? path : way
}
