import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a file that only its owner can read, completely or not at all, and replaces an existing one. */
export function replaceFile(path: string, content: string): void {
  throughTemporary(path, content, (temporary) => renameSync(temporary, path))
}

/** The same, but returns false and changes nothing if the file already exists. */
export function createFile(path: string, content: string): boolean {
  return throughTemporary(path, content, (temporary) => {
    try {
      linkSync(temporary, path)
      return true
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
      throw error
    }
  })
}

/** Leaves no temporary file behind if the disk is full: it can hold secrets. */
function throughTemporary<T>(path: string, content: string, use: (temporary: string) => T): T {
  const temporary = `${path}.${randomUUID()}`
  try {
    const handle = openSync(temporary, 'wx', 0o600)
    try {
      writeFileSync(handle, content)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    return use(temporary)
  } finally {
    rmSync(temporary, { force: true })
  }
}
