import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { migrate } from '@/db/migrate'
import { startEmbedded } from '@/server/process/embedded-database'
import { compileScripts } from './compile'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the migrated database that each test file clones. */
    templateUrl: string
    /** Where the server's Unix socket is. */
    socketFolder: string
    /** What the order of tests and the examples of property tests are derived from. */
    seed: number
  }
}

/** Starts one real PostgreSQL for all test files, and compiles the scripts that they start. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kassa-test-'))
  // PostgreSQL may run as another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o755)
  process.env.AUTH_SECRET = randomBytes(32).toString('base64')
  process.env.ENCRYPTION_KEY = randomBytes(32).toString('base64')
  const [server] = await Promise.all([startDatabase(dataDir), compileScripts()])
  await migrate(server.url)
  await rehashPassword(server.superuserUrl)
  // Each test file creates its own database, which only the superuser may do.
  project.provide('templateUrl', server.superuserUrl)
  project.provide('socketFolder', path.join(dataDir, 'postgres'))
  project.provide('seed', project.config.sequence.seed)
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Starts PostgreSQL without fsync, because its data need not survive. */
const startDatabase = (dataDir: string) =>
  startEmbedded({
    dataDir,
    settings: {
      ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
      // Each test file has its own database. Visiting all of them every five seconds would keep a core busy.
      autovacuum_naptime: '1min',
      // Tests open thousands of connections, and proving the password takes milliseconds on both sides.
      scram_iterations: '1',
    },
  })

/** Stores the superuser's password with the server's settings: the installation stored it with the default ones. */
async function rehashPassword(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 })
  await sql.unsafe(`alter role postgres password '${new URL(url).password}'`)
  await sql.end()
}
