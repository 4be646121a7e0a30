import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { dataDir } from './place'

/** Works on the database under the product, for what only time or another part brings about. */
export async function inDatabase<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const { postgresPassword, postgresPort } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
  const sql = postgres({
    host: '127.0.0.1',
    port: postgresPort,
    user: 'postgres',
    password: postgresPassword,
    database: 'kassa',
    max: 1,
  })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

/** Asks the worker for a billing run, which by itself comes only once a minute. */
export const billNow = () =>
  inDatabase((sql) => sql`select graphile_worker.add_job('bill', max_attempts => 1)`)
