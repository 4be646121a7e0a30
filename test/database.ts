import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { inject } from 'vitest'

/** A database for one test file, cloned from the migrated template. */
export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

export async function cloneDatabase(): Promise<TestDatabase> {
  const template = inject('templateUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const sql = maintenance(withDatabase(template, 'postgres'))
  await sql.unsafe(
    `create database ${name} template ${new URL(template).pathname.slice(1)} strategy file_copy`,
  )
  return {
    url: withDatabase(template, name),
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
