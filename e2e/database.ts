import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { dataDir } from './place'

/** Runs `work` directly on Kassa's database, for what a browser can neither see nor cause. */
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

/** Starts a billing run in the worker, which otherwise starts one every minute. */
export const billNow = () =>
  inDatabase((sql) => sql`select graphile_worker.add_job('bill', max_attempts => 1)`)
