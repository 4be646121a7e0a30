import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { connect, type Database } from '@/db/client'
import { environment, loadSettings, provide } from '@/server/core/config/config'
import { startEmbedded } from '@/server/process/embedded-database'
import { embeddedEnvironment } from '@/server/process/environment'
import { dataDir } from './place'

/** Runs `work` directly on Kassa's database, for what a browser cannot see or cause. */
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

let known: Promise<string> | undefined

/** Calls functions of Kassa itself on its database, with the same configuration as its processes. */
export async function withKassa<T>(work: (db: Database) => Promise<T>): Promise<T> {
  known ??= startEmbedded({ dataDir }).then(({ url }) => url)
  const url = await known
  provide(embeddedEnvironment(loadSettings({ ...environment(), DATABASE_URL: '', DATA_DIR: dataDir }), url))
  const { db, close } = connect(url, { pool: 1 })
  try {
    return await work(db)
  } finally {
    await close()
  }
}
