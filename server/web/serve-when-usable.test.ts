// @module-tag slow

import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { migrate } from '@/db/migrate'
import { startWeb, type WebProcess } from '@/test/web'
import { testWorld } from '@/test/world'
import { verifyEncryptionKey } from '../process/encryption-key'

const world = testWorld()
let sql: postgres.Sql
let web: WebProcess

beforeAll(() => {
  sql = postgres(world.databaseUrl, { max: 1 })
})
afterEach(() => web.stop())
afterAll(() => sql.end())

async function get(path: string): Promise<[number, string]> {
  const response = await fetch(`http://127.0.0.1:${web.port}${path}`)
  return [response.status, await response.text()]
}

const needDatabase = ['/v1/health', '/v1/order', '/dashboard', '/account', '/api/trpc/order.get', '/docs/x']
const needNone = ['/docs', '/docs?x=y', '/_next/static/x.js', '/icon.svg', '/embed/card.js']

async function expectRefused(reason: string): Promise<void> {
  for (const path of needDatabase)
    expect(await get(path), path).toEqual([503, expect.stringContaining(reason)])
  for (const path of needNone) expect(await get(path), path).toEqual([200, 'a page'])
  expect((await get('/v1/openapi.json'))[0]).toBe(200)
  expect(web.output()).toContain(`The web process waits. ${reason}`)
}

async function expectServed(): Promise<void> {
  // Its next look may be two seconds away.
  await expect.poll(() => get('/v1/order'), { timeout: 10_000 }).toEqual([401, expect.any(String)])
  expect(await get('/dashboard')).toEqual([200, 'a page'])
}

test('a web process refuses what needs tables that are missing, and serves it once they are there', async () => {
  const name = `empty_${randomBytes(6).toString('hex')}`
  await sql.unsafe(`create database ${name}`)
  const url = Object.assign(new URL(world.databaseUrl), { pathname: name }).href
  web = await startWeb(url)
  await expectRefused('The database is not up to date. Run: npm run migrate.')
  await migrate(url)
  await expectServed()
  await web.stop()
  await sql.unsafe(`drop database ${name} with (force)`)
})

test('a web process does not serve the database of a newer version', async () => {
  const newer = { hash: 'of a later migration', created_at: 9_999_999_999_999 }
  await sql`insert into drizzle.__drizzle_migrations ${sql(newer)}`
  web = await startWeb(world.databaseUrl)
  await expectRefused('A newer version of Kassa has changed the database.')
  await sql`delete from drizzle.__drizzle_migrations where hash = ${newer.hash}`
  await expectServed()
})

test('a web process that starts before its database shows nobody its address', async () => {
  web = await startWeb(Object.assign(new URL(world.databaseUrl), { port: '1' }).href)
  for (const path of needDatabase)
    expect(await get(path), path).toEqual([503, expect.not.stringContaining('127.0.0.1')])
  expect(web.output()).toContain('The web process waits. Nothing listens at 127.0.0.1:1.')
})

test('a read-only database is read, and its encryption key is verified', async () => {
  await verifyEncryptionKey(world.databaseUrl)
  const name = new URL(world.databaseUrl).pathname.slice(1)
  await sql.unsafe(`alter database ${name} set default_transaction_read_only = on`)
  web = await startWeb(world.databaseUrl)
  await sql.unsafe('set default_transaction_read_only = off')
  await sql.unsafe(`alter database ${name} reset default_transaction_read_only`)
  expect((await get('/v1/order'))[0]).toBe(401)
})
