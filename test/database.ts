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
  const template_name = new URL(template).pathname.slice(1)
  const maintenance = withDatabase(template, 'postgres')
  await run(maintenance, (sql) =>
    sql.unsafe(`create database ${name} template ${template_name} strategy file_copy`),
  )
  return {
    url: withDatabase(template, name),
    drop: () => run(maintenance, (sql) => sql.unsafe(`drop database ${name} with (force)`)),
  }
}

async function run(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.toString()
}
