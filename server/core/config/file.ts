import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'

/** Writes a file that only its owner can read, completely or not at all, and replaces an existing one. */
export function replaceFile(path: string, content: string): void {
  renameSync(write(path, content), path)
}

/** The same, but returns false and changes nothing if the file already exists. */
export function createFile(path: string, content: string): boolean {
  const temporary = write(path, content)
  try {
    linkSync(temporary, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

function write(path: string, content: string): string {
  const temporary = `${path}.${randomUUID()}`
  const handle = openSync(temporary, 'wx', 0o600)
  try {
    writeSync(handle, content)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  return temporary
}
