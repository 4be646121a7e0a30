import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { inject } from 'vitest'
import { overSocket } from '@/db/address'

/** A database for one test file, cloned from the migrated template. */
export interface TestDatabase {
  url: string
  /** The same through its Unix socket, as Kassa's processes use it: both sides need less time. */
  socketUrl: string
  drop(): Promise<void>
}

export async function cloneDatabase(): Promise<TestDatabase> {
  const template = inject('templateUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const sql = maintenance(withDatabase(template, 'postgres'))
  await sql.unsafe(
    `create database ${name} template ${new URL(template).pathname.slice(1)} strategy file_copy`,
  )
  const url = withDatabase(template, name)
  return {
    url,
    socketUrl: overSocket(url, inject('socketFolder')),
    drop: async () => {
      await sql.unsafe(`drop database ${name} with (force)`)
    },
  }
}

let shared: postgres.Sql | undefined
/** One connection for all files of a worker: opening one takes tens of milliseconds of processor time. */
const maintenance = (url: string) => {
  shared ??= postgres(url, { max: 1, onnotice: () => {} })
  return shared
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.toString()
}
