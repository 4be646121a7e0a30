import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

/** What PostgreSQL's pid file in the data folder says; undefined if nothing runs there. */
export function readPostmaster(folder: string): Postmaster | undefined {
  const lines = readPidFile(folder)
  const pid = Number(lines[0])
  if (!pid || !serves(pid, folder)) return undefined
  return { pid, port: Number(lines[3]), ready: statusIn(lines) === 'ready' }
}

/** Whether the server has been told to stop. Called often, so it is cheap until then. */
export const isStopping = (folder: string): boolean =>
  statusIn(readPidFile(folder)) === 'stopping' && readPostmaster(folder) !== undefined

const statusIn = (lines: string[]) => lines[7]?.trim()

/**
 * Removes the pid file, and that of the socket beside it, if its number belongs to another program since a crash:
 * PostgreSQL would take that program for a server. PostgreSQL itself removes a file with a dead number. A file that is
 * still being written is not touched.
 */
export function removeStalePidFiles(folder: string): void {
  for (const name of readdirSync(folder))
    if (name === 'postmaster.pid' || /^\.s\.PGSQL\.\d+\.lock$/.test(name)) removeIfStale(folder, name)
}

function removeIfStale(folder: string, name: string): void {
  const pid = Number(readPidFile(folder, name)[0])
  if (!pid || !isAlive(pid) || serves(pid, folder)) return
  const served = folderOf(pid)
  // A server that was started through a link which has gone since may be the one of this folder.
  if (served && !existsSync(served)) return
  rmSync(join(folder, name), { force: true })
}

/** Whether a process is alive, regardless of its owner. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function readPidFile(folder: string, name = 'postmaster.pid'): string[] {
  try {
    return readFileSync(join(folder, name), 'utf8').split('\n')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function serves(pid: number, folder: string): boolean {
  const served = isAlive(pid) && folderOf(pid)
  return served ? isSameFolder(served, folder) : false
}

/** The data folder that a PostgreSQL was started with; undefined if the process is another program. */
const folderOf = (pid: number) => / -D (.+) -c listen_addresses=/.exec(commandLine(pid))?.[1]

/** Whether two paths lead to the same folder, through whatever links: each start may know it by another one. */
function isSameFolder(one: string, other: string): boolean {
  if (one === other) return true
  try {
    const [{ dev, ino }, there] = [statSync(one), statSync(other)]
    return dev === there.dev && ino === there.ino
  } catch {
    // A folder that does not exist any more, or that only another user can reach.
    return false
  }
}

function commandLine(pid: number): string {
  try {
    // Not /proc/…/cwd: in a container, even root may not be able to read it.
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    // The process ended between two checks.
    return ''
  }
}
