import { watch } from 'node:fs'

const settleMs = 150

/**
 * For development: calls back when code that runs outside Next has changed. Returns a function that stops watching.
 */
export function watchCode(changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const watchers = ['server', 'db', 'emails', 'app/v1'].flatMap((folder) => {
    try {
      return watch(folder, { recursive: true }, (_event, file) => {
        if (!file || !/\.tsx?$/.test(file) || file.includes('.test.')) return
        clearTimeout(timer)
        timer = setTimeout(changed, settleMs)
      })
    } catch (error) {
      // A folder that does not exist has nothing to watch.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
      throw error
    }
  })
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
