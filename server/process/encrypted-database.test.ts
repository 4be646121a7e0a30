// @module-tag slow

import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '@/db/client'
import { migrate } from '@/db/migrate'
import { administer, type Server, startPrimary, stopServers } from '@/test/standby'
import { jobQueuePool } from '../worker/job-queue-pool'
import { databaseProblem } from './database-problem'

const certificates = path.join(import.meta.dirname, '../../test/tls')
const ca = path.join(certificates, 'ca.pem')
let dataDir: string
let server: Server

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'kassa-encrypted-'))
  chmodSync(dataDir, 0o755)
  server = await startPrimary(dataDir, [])
  const { uid, gid } = statSync(server.folder)
  for (const name of ['server.pem', 'server.key']) {
    const copy = path.join(server.folder, name)
    copyFileSync(path.join(certificates, name), copy)
    chmodSync(copy, 0o600)
    chownSync(copy, uid, gid)
  }
  await administer(server, `alter system set ssl_cert_file = 'server.pem'`)
  await administer(server, `alter system set ssl_key_file = 'server.key'`)
  await administer(server, `alter system set ssl = on`)
  await administer(server, 'select pg_reload_conf()')
})

afterAll(async () => {
  await stopServers()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The address of the server, whose certificate is for `localhost`. */
function addressWith(query: string, host = 'localhost'): string {
  const address = new URL(server.url)
  address.hostname = host
  address.search = query
  return address.href
}

const isEncrypted = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'

/** Asks through both drivers whether the connection is encrypted. */
async function ask(url: string): Promise<unknown[]> {
  const { db, close } = connect(url, { pool: 1 })
  const pool = jobQueuePool({ databaseUrl: url })
  try {
    const asked = await Promise.allSettled([db.execute(sql.raw(isEncrypted)), pool.query(isEncrypted)])
    return asked.map((each) => {
      if (each.status === 'rejected') return databaseProblem(each.reason, url)?.message ?? each.reason
      return [...('rows' in each.value ? each.value.rows : each.value)][0]?.ssl
    })
  } finally {
    await Promise.all([close(), pool.end()])
  }
}

test.each([
  ['sslmode=require', '127.0.0.1'],
  [`sslmode=require&sslrootcert=${ca}`, '127.0.0.1'],
  [`sslmode=verify-ca&sslrootcert=${ca}`, '127.0.0.1'],
  [`sslmode=verify-full&sslrootcert=${ca}`, 'localhost'],
])('both drivers encrypt with %s', async (query, host) => {
  await expect.poll(() => ask(addressWith(query, host))).toEqual([true, true])
  expect(await migrate(addressWith(query, host))).toBe(true)
})

test('neither driver trusts a server whose certificate cannot be verified, and the error says what to do', async () => {
  const url = addressWith('sslmode=verify-full')
  const sentence = expect.stringMatching(
    'cannot be verified. Add sslrootcert=/path/to/ca.pem to DATABASE_URL',
  )
  expect(await ask(url)).toEqual([sentence, sentence])
  await expect(migrate(url)).rejects.toThrow()
  const other = expect.stringMatching('is not for the host "127.0.0.1"')
  expect(await ask(addressWith(`sslmode=verify-full&sslrootcert=${ca}`, '127.0.0.1'))).toEqual([other, other])
})
