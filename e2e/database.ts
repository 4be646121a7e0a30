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
