// @module-tag slow

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { compiled } from '@/test/compile'

const dataDir = mkdtempSync(path.join(tmpdir(), 'kassa-interrupted-'))
const isRunning = () => existsSync(path.join(dataDir, 'postgres/postmaster.pid'))

afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Starts a command that starts the embedded PostgreSQL. */
async function start(script: string, ...args: string[]) {
  const child = spawn(process.execPath, [compiled(`server/cli/${script}.ts`), ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', LOG_LEVEL: 'fatal', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (data) => (errors += data))
  return { child, ended: once(child, 'close'), errors: () => errors }
}

const owner = ['--name', 'Shop', '--email', 'owner@example.com', '--password', 'a long password']

// A new database takes seconds to migrate.
test.each([
  ['a migration, which is finished', 'migrate', []],
  ['the creation of a merchant', 'merchant', ['create', ...owner]],
])('Ctrl-C stops the PostgreSQL that a command has started: %s', async (_, script, args) => {
  rmSync(dataDir, { recursive: true, force: true })
  const { child, ended } = await start(script, ...args)
  await expect.poll(isRunning, { timeout: 60_000, interval: 20 }).toBe(true)
  // npm passes on what the terminal has sent already.
  child.kill('SIGINT')
  await setTimeout(20)
  child.kill('SIGINT')
  expect(await ended).toEqual([130, null])
  expect(isRunning()).toBe(false)
})

test('so does a reader of the output that has seen enough, without an error', async () => {
  const { child, ended, errors } = await start('merchant', 'create', ...owner)
  child.stdout.destroy()
  expect(await ended).toEqual([0, null])
  expect(errors()).toBe('')
  expect(isRunning()).toBe(false)
})
