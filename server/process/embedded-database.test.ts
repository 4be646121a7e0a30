// @module-tag slow

import { spawn } from 'node:child_process'
import {
  cpSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { connect } from '@/db/client'
import { readPostmaster, removeStalePidFiles } from '@/db/embedded/pid-file'
import { migrate } from '@/db/migrate'
import { startEmbedded } from './embedded-database'

// The server is found by its command line, where nothing but spaces separates arguments.
const dataDir = mkdtempSync(join(tmpdir(), 'kassa -c embedded-'))
const folder = join(dataDir, 'postgres')
const start = () => startEmbedded({ dataDir, settings: { fsync: 'off', shared_buffers: '16MB' } })

async function settingsOf(url: string): Promise<unknown> {
  const sql = postgres(url, { max: 1 })
  try {
    const [row] = await sql`
      select current_database() as name, current_setting('listen_addresses') as listens,
        current_setting('fsync') as fsync`
    return row
  } finally {
    await sql.end()
  }
}

describe('startEmbedded', () => {
  afterAll(async () => {
    await (await start()).stop()
    rmSync(dataDir, { recursive: true })
  })

  test('creates one server and one database, however many start at once', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'kassa-embedded-'))
    const startThere = () =>
      startEmbedded({ dataDir: empty, settings: { fsync: 'off', shared_buffers: '16MB' } })
    const started = await Promise.all([startThere(), startThere(), startThere()])
    expect(new Set(started.map(({ url }) => url)).size).toBe(1)
    expect(started.filter(({ ownedByUs }) => ownedByUs)).toHaveLength(1)
    expect(await settingsOf(started[0].url)).toEqual({ name: 'kassa', listens: '127.0.0.1', fsync: 'off' })
    await Promise.all(started.map(({ stop }) => stop()))
    rmSync(empty, { recursive: true })
  })

  test('can be reached through its Unix socket', async () => {
    const { socketUrl } = await start()
    const { db, close } = connect(socketUrl)
    const [row] = await db.execute(sql`select inet_client_addr() as address, current_user as role`)
    await close()
    expect(row).toEqual({ address: null, role: 'kassa' })
  })

  test('uses a role that has rights only on its own database', async () => {
    const { url } = await start()
    const sql = postgres(url, { max: 1 })
    try {
      const [role] = await sql`
        select rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles
        where rolname = current_user`
      expect(Object.values(role ?? {})).toEqual(['kassa', false, false, false, false, false])
      for (const forbidden of [
        `copy (select 1) to program 'true'`,
        `select pg_read_file('postgresql.conf')`,
        `select * from pg_authid`,
        'create role other',
        'create database other',
        'set role postgres',
        `alter system set work_mem = '1MB'`,
      ])
        await expect(sql.unsafe(forbidden), forbidden).rejects.toMatchObject({ code: '42501' })
      await sql`create extension if not exists pg_trgm`
      await sql`create extension if not exists btree_gin`
    } finally {
      await sql.end()
    }
  })

  test('indexes å, ö and other letters as letters', async () => {
    const { url } = await start()
    const sql = postgres(url, { max: 1, onnotice: () => {} })
    try {
      await sql`create extension if not exists pg_trgm`
      // Not the groups of a word that begins with "sa".
      const [groups] =
        await sql`select show_trgm('åsa') && show_trgm('sab') as of_sab, show_trgm('ö') as of_o`
      expect(groups).toEqual({ of_sab: false, of_o: [expect.any(String), expect.any(String)] })
    } finally {
      await sql.end()
    }
  })

  test('takes over the database of an earlier version, where the superuser owned everything', async () => {
    const { url, superuserUrl } = await start()
    await migrate(url)
    const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} })
    try {
      // As in that version: the superuser owns everything, and secrets.json has no other role.
      await sql`reassign owned by kassa to postgres`
      await sql`drop owned by kassa`
      await sql`drop role kassa`
      await sql`insert into installation (key_check) values ('kept') on conflict do nothing`
      const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
      writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ ...secrets, kassaPassword: undefined }))
      const after = await start()
      await migrate(after.url)
      const own = postgres(after.url, { max: 1 })
      try {
        expect(await own`select key_check from installation`).toMatchObject([{ key_check: 'kept' }])
        await own`alter table merchant add column tried text`
        await own`alter table merchant drop column tried`
        await own`select graphile_worker.add_job('nothing')`
        const [left] = await own`
          select count(*)::int as count from pg_class c join pg_namespace n on n.oid = relnamespace
          where n.nspname in ('public', 'drizzle', 'graphile_worker') and relowner <> current_user::regrole`
        expect(left?.count).toBe(0)
      } finally {
        await own.end()
      }
    } finally {
      await sql.end()
    }
  })

  test('requires the password', async () => {
    const { url } = await start()
    const wrong = new URL(url)
    wrong.password = 'wrong'
    await expect(settingsOf(wrong.href)).rejects.toMatchObject({ code: '28P01' })
  })

  test('gives the lock to one process at a time, and again once it is released', async () => {
    const [first, second] = await Promise.all([start(), start()])
    const lock = await first.lock()
    expect(lock).toBeDefined()
    expect(await second.lock()).toBeUndefined()
    expect(await second.stopIfUnused()).toBe(false)
    await lock?.release()
    const again = await second.lock()
    expect(again).toBeDefined()
    await again?.release()
  })

  test('reports the loss of the lock', async () => {
    const embedded = await start()
    const lock = await embedded.lock()
    await embedded.stop()
    await lock?.lost
    await lock?.release()
    expect(readPostmaster(folder)).toBeUndefined()
  })

  test('keeps its port, and takes another if that is in use', async () => {
    const before = await start()
    await before.stop()
    const port = Number(new URL(before.url).port)
    const blocker = spawn(process.execPath, [
      '-e',
      `require('net').createServer().listen(${port},'127.0.0.1',()=>console.log('up'))`,
    ])
    await new Promise((resolve) => blocker.stdout.once('data', resolve))
    const moved = await start()
    blocker.kill()
    expect(new URL(moved.url).port).not.toBe(String(port))
    await moved.stop()
    expect((await start()).url).toBe(moved.url)
  })

  test('survives a killed server, and pid files whose process id now belongs to another program', async () => {
    await start()
    const killed = readPostmaster(folder)
    process.kill(killed?.pid ?? Number.NaN, 'SIGKILL')
    const { uid, gid } = statSync(folder)
    // PostgreSQL ignores what runs as another user.
    const other = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {})
    for (const name of ['postmaster.pid', `.s.PGSQL.${killed?.port}.lock`]) {
      const stale = readFileSync(join(folder, name), 'utf8')
      writeFileSync(join(folder, name), stale.replace(String(killed?.pid), String(other.pid)))
    }
    const restarted = await start()
    expect(restarted.ownedByUs).toBe(true)
    expect(await settingsOf(restarted.url)).toMatchObject({ name: 'kassa' })
    other.kill()
  })

  test('finds its server through a link to the data folder, and leaves its pid file', async () => {
    const { url } = await start()
    const link = `${dataDir}-link`
    symlinkSync(dataDir, link)
    onTestFinished(() => rmSync(link, { force: true }))
    const again = await startEmbedded({ dataDir: link })
    expect(again).toMatchObject({ url, ownedByUs: false })
    expect(readPostmaster(folder)?.pid).toBe(readPostmaster(join(link, 'postgres'))?.pid)
  })

  test('leaves the pid file of a server that was started through a link which has gone since', async () => {
    await (await start()).stop()
    const link = `${dataDir}-link`
    symlinkSync(dataDir, link)
    const server = await startEmbedded({ dataDir: link })
    rmSync(link)
    onTestFinished(async () => {
      symlinkSync(dataDir, link)
      await server.stop()
      rmSync(link)
    })
    const file = readFileSync(join(folder, 'postmaster.pid'), 'utf8')
    removeStalePidFiles(folder)
    expect(readFileSync(join(folder, 'postmaster.pid'), 'utf8')).toBe(file)
  })

  test('waits while a server recovers from a crash', async () => {
    const { url, superuserUrl } = await start()
    const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} })
    const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
    // Recovery redoes this, and takes a second.
    await sql`create table redone as select n, repeat('a', 200) as text from generate_series(1, 600000) as n`
    const refusal = () => settingsOf(url).then(undefined, ({ code }: { code?: string }) => code)
    const crash = async () => {
      process.kill(backend?.pid ?? Number.NaN, 'SIGKILL')
      await sql.end()
    }
    await Promise.all([expect.poll(refusal, { interval: 5 }).toBe('57P03'), crash()])
    expect((await start()).ownedByUs).toBe(false)
    expect(await settingsOf(url)).toMatchObject({ name: 'kassa' })
  })

  test('stops when nobody uses it, and not before', async () => {
    const embedded = await start()
    const sql = postgres(embedded.url, { max: 1 })
    await sql`select 1`
    expect(await embedded.stopIfUnused()).toBe(false)
    await sql.end()
    // PostgreSQL ends a connection some time after its client has.
    await expect.poll(embedded.stopIfUnused).toBe(true)
    expect(readPostmaster(folder)).toBeUndefined()
  })

  test('a copy of the data folder starts, regardless of who made it', async () => {
    const embedded = await start()
    await migrate(embedded.url)
    await embedded.stop()
    const copy = mkdtempSync(join(tmpdir(), 'kassa-embedded-'))
    // As root, the copy is root's, as PostgreSQL's files never are. The socket of a killed server cannot be copied.
    cpSync(dataDir, copy, { recursive: true, filter: (path) => !lstatSync(path).isSocket() })
    const restored = await startEmbedded({
      dataDir: copy,
      settings: { fsync: 'off', shared_buffers: '16MB' },
    })
    expect(await settingsOf(restored.url)).toMatchObject({ name: 'kassa' })
    await restored.stop()
    rmSync(copy, { recursive: true })
  })
})
