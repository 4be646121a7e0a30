import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Kassa } from './kassa'

/** What has been used so far: CPU in ms, and bytes of the write-ahead log. */
export interface ProcessUsage {
  web: number
  worker: number
  postgres: number
  wal: number
}

export interface Pids {
  web: number
  worker: number
}

export async function usageOf({ admin, postmasterPid }: Kassa, pids: Pids): Promise<ProcessUsage> {
  const [row] = await admin<{ wal: string }[]>`select pg_current_wal_insert_lsn() - '0/0' as wal`
  return {
    web: cpuOf(pids.web).own,
    worker: cpuOf(pids.worker).own,
    postgres: cpuOfPostgres(postmasterPid),
    wal: Number(row?.wal),
  }
}

/** Returns what was used between two moments, per request. */
export const usagePer = (requests: number, before: ProcessUsage, after: ProcessUsage): ProcessUsage => ({
  web: (after.web - before.web) / requests,
  worker: (after.worker - before.worker) / requests,
  postgres: (after.postgres - before.postgres) / requests,
  wal: (after.wal - before.wal) / requests,
})

/** Bytes on disk. */
export interface DiskUsage {
  /** Of the database without the log of requests. */
  records: number
  /** Of the log of requests, which are deleted after seven days. */
  requests: number
}

/**
 * The size of the database. Files grow before they are written, so this needs no checkpoint, which would make the
 * requests after it write whole pages to the log.
 */
export async function diskOf({ admin }: Kassa): Promise<DiskUsage> {
  const [row] = await admin<{ whole: string; requests: string }[]>`
    select pg_database_size(current_database()) as whole,
      pg_total_relation_size('request_log') + pg_total_relation_size('request_contents') as requests`
  const requests = Number(row?.requests)
  return { records: Number(row?.whole) - requests, requests }
}

const isLinux = process.platform === 'linux'
const msPerTick = isLinux ? 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : 0

/** CPU time of a process, and of its children that have ended, in ms; on Linux only. */
function cpuOf(pid: number): { own: number; children: number } {
  if (!isLinux) return { own: Number.NaN, children: Number.NaN }
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // The name of the program, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ms = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) * msPerTick
  return { own: ms(11), children: ms(13) }
}

function cpuOfPostgres(postmaster: number): number {
  const { own, children } = cpuOf(postmaster)
  if (!isLinux) return own
  const living = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'latin1').trim().split(' ')
  return living.reduce((sum, pid) => sum + cpuOfLiving(Number(pid)), own + children)
}

function cpuOfLiving(pid: number): number {
  try {
    return cpuOf(pid).own
  } catch (error) {
    // It ended in between, and its time will be its parent's.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return 0
    throw error
  }
}

/** Returns the current and the peak memory of a process in MB; on Linux only. */
export function memoryOf(pid: number): { now: number; peak: number } {
  if (!isLinux) return { now: Number.NaN, peak: Number.NaN }
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1024
  return { now: of('VmRSS'), peak: of('VmHWM') }
}
