// @module-tag slow

import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '@/db/embedded/free-port'
import { call, type ErrorBody } from '@/test/call'
import { runCommand } from '@/test/command'
import { testWorld } from '@/test/world'
import { databaseProblem } from './database-problem'

const world = testWorld()

let port: number
beforeAll(async () => {
  port = await freePort()
})

const environmentFor = (url: string) => ({
  ...process.env,
  DATABASE_URL: url,
  PORT: `${port}`,
  BASE_URL: 'http://kassa.test',
})

/** Runs a command on a database until it ends. */
async function on(url: string, command: string[]): Promise<{ code: number; said: string }> {
  const { code, stdout, stderr } = await runCommand(command, { env: environmentFor(url) })
  return { code, said: stdout + stderr }
}

describe('what is wrong with DATABASE_URL', () => {
  const url = 'postgres://kassa:hidden-password@db.example.com:5433/shop'
  const failed = (properties: object) =>
    new Error('Failed query', { cause: Object.assign(new Error('the server’s own words'), properties) })

  test.each([
    [{ code: '28P01' }, 'PostgreSQL at db.example.com:5433 refused the password of "kassa".'],
    [{ code: '28000' }, 'PostgreSQL at db.example.com:5433 does not let "kassa" in.'],
    [{ code: '3D000' }, 'PostgreSQL at db.example.com:5433 has no database "shop".'],
    [{ code: '25006' }, 'PostgreSQL at db.example.com:5433 is read-only, as a standby is.'],
    [{ code: '42501' }, 'Role "kassa" lacks rights in the database "shop".'],
    [{ code: '08P01' }, 'The server at db.example.com:5433 refused the settings of the connection.'],
    [{ code: 'ECONNREFUSED' }, 'Nothing listens at db.example.com:5433.'],
    [{ code: 'ENOENT', syscall: 'connect' }, 'Nothing listens at db.example.com:5433.'],
    [{ code: 'ENOTFOUND' }, 'The host "db.example.com" cannot be found.'],
    [{ code: 'CONNECT_TIMEOUT' }, 'PostgreSQL at db.example.com:5433 cannot be reached, or is not ready.'],
  ])('%j: %s', (properties, sentence) => {
    const problem = databaseProblem(failed(properties), url)
    expect(problem?.message).toContain(sentence)
    expect(problem?.message).not.toContain('hidden-password')
    expect(problem?.cause).toMatchObject({ message: 'the server’s own words' })
  })

  test.each([
    'Client network socket disconnected before secure TLS connection was established',
    'The server does not support SSL connections',
  ])('explains "%s"', (message) => {
    const cause = Object.assign(new Error(message), { code: 'ECONNRESET' })
    expect(databaseProblem(new Error('Failed query', { cause }), `${url}?sslmode=require`)?.message).toBe(
      'PostgreSQL at db.example.com:5433 does not offer TLS. Turn on `ssl` in its postgresql.conf, or set sslmode=disable in DATABASE_URL.',
    )
  })

  test('names the host and the port that are used if the address has none', () => {
    const at = (address: string) => databaseProblem(failed({ code: 'ECONNREFUSED' }), address)?.message
    expect(at('postgres://kassa@db.example.com/shop')).toContain('Nothing listens at db.example.com:5432.')
    expect(at('postgres:///shop')).toContain('Nothing listens at localhost:5432.')
  })

  test('names a Unix socket and the default database, too', () => {
    const socket = 'postgres://kassa@localhost/?host=/var/run/postgresql'
    expect(databaseProblem(failed({ code: '28P01' }), socket)?.message).toContain('at /var/run/postgresql')
    expect(databaseProblem(failed({ code: '3D000' }), socket)?.message).toContain('no database "kassa"')
  })

  test.each([
    { code: '23505' },
    { code: '53100' },
    { code: '40P01' },
    { code: 'ENOENT', syscall: 'open' },
    {},
  ])('is not why a statement failed: %j', (properties) =>
    expect(databaseProblem(failed(properties), url)).toBeUndefined(),
  )
})

describe('the first contact', () => {
  const [role, password, empty, latin] = ['role', 'password', 'empty', 'latin'].map(
    (name) => `${name}_${randomBytes(6).toString('hex')}`,
  ) as [string, string, string, string]
  let sql: postgres.Sql
  /** The address of the tests' database with other parts. */
  const address = (parts: Partial<Pick<URL, 'username' | 'password' | 'pathname' | 'port'>>) =>
    Object.assign(new URL(world.databaseUrl), parts).href

  beforeAll(async () => {
    sql = postgres(world.databaseUrl, { max: 1 })
    await sql.unsafe(`create role ${role} login password '${password}'`)
    await sql.unsafe(`create database ${empty}`)
    await sql.unsafe(`create database ${latin} encoding 'LATIN1' locale 'C' template template0`)
  })
  afterAll(async () => {
    for (const database of [empty, latin]) await sql.unsafe(`drop database ${database} with (force)`)
    await sql.unsafe(`drop role ${role}`)
    await sql.end()
  })

  const owner = ['--name', 'Shop', '--email', 'owner@example.com', '--password', 'a long password']
  const start = ['server/supervisor/main.ts']
  const migrate = ['server/cli/migrate.ts']
  const create = ['server/cli/merchant.ts', 'create', ...owner]
  // All commands open the database in the same way, so only `npm start` is tested with every problem.
  test.each([
    ['a wrong password', () => address({ password }), 'refused the password of "postgres"', [start, create]],
    ['a missing database', () => address({ pathname: '/nowhere' }), 'has no database "nowhere"', [start]],
    ['an unreachable server', () => address({ port: '1' }), 'Nothing listens at 127.0.0.1:1.', [start]],
    [
      'a role without rights',
      () => address({ username: role, password, pathname: empty }),
      `Role "${role}" lacks rights`,
      [start, migrate],
    ],
    [
      'a database that is not in UTF-8',
      () => address({ pathname: latin }),
      'The database of DATABASE_URL has the encoding LATIN1',
      [start, create],
    ],
  ])('says what to do about %s, and nothing else', async (_, url, sentence, commands) => {
    for (const command of commands) {
      const { code, said } = await on(url(), command)
      expect([code, said]).toEqual([1, expect.stringContaining(sentence)])
      expect(said).not.toMatch(/Failed query|\n +at |"level"|Usage/)
      expect(said).not.toContain(new URL(url()).password)
    }
  })

  test.each(['web', 'worker'])('a %s process on a database that is not in UTF-8 ends', async (kind) => {
    const { code, said } = await on(address({ pathname: latin }), [`server/${kind}/main.ts`])
    expect([code, said]).toEqual([1, expect.stringContaining('has the encoding LATIN1')])
  })

  test('a command on a database without tables says how to create them', async () => {
    const said = 'The database is not up to date. Run: npm run migrate.\n'
    for (const command of ['prove', 'outbox'])
      expect(await on(address({ pathname: empty }), [`server/cli/${command}.ts`])).toEqual({ code: 1, said })
  })

  test('a database that a newer version has changed is left alone', async () => {
    const newer = { hash: 'of a later migration', created_at: 9_999_999_999_999 }
    const said = expect.stringContaining(
      'A newer version of Kassa has changed the database. Start that version',
    )
    await sql`insert into drizzle.__drizzle_migrations ${sql(newer)}`
    try {
      const commands = [
        ['server/supervisor/main.ts'],
        ['server/cli/migrate.ts'],
        ['server/cli/merchant.ts', 'create', ...owner],
        ['server/cli/prove.ts'],
      ]
      for (const command of commands) expect(await on(world.databaseUrl, command)).toEqual({ code: 1, said })
      const { status, body } = await call<ErrorBody>(undefined, 'GET', '/health')
      expect([status, body.content.description]).toEqual([503, said])
    } finally {
      await sql`delete from drizzle.__drizzle_migrations where hash = ${newer.hash}`
    }
    expect((await call(undefined, 'GET', '/health')).status).toBe(200)
  })
})
