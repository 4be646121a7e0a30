// @module-tag slow

import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { readPostmaster } from '@/db/embedded/pid-file'
import { loadSettings } from '../core/config/config'
import { ownDatabase } from './database'

test('a start that fails after that of its database leaves no PostgreSQL running', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kassa-supervisor-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  // As on a full disk, this file cannot be written.
  mkdirSync(join(dataDir, 'running.json', 'taken'), { recursive: true })
  const settings = loadSettings({ DATA_DIR: dataDir })
  await expect(
    ownDatabase(
      settings,
      () => undefined,
      () => undefined,
    ),
  ).rejects.toThrow('running.json')
  expect(readPostmaster(join(dataDir, 'postgres'))).toBeUndefined()
})

test('a database that is missing is waited for, not replaced by an empty one', async () => {
  const { dataDir, folder, said } = await running()
  const killed = readPostmaster(folder)?.pid ?? Number.NaN
  renameSync(dataDir, `${dataDir}-away`)
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => said.join('\n')).toContain('Is the disk mounted?')
  expect(existsSync(dataDir)).toBe(false)
  // As if the disk had been mounted here.
  mkdirSync(folder, { recursive: true })
  const before = said.length
  await expect.poll(() => said.slice(before).join('\n')).toContain('Is the disk mounted?')
  expect(readdirSync(folder)).toEqual([])
  rmSync(dataDir, { recursive: true })
  renameSync(`${dataDir}-away`, dataDir)
  await expect.poll(() => readPostmaster(folder)?.ready).toBe(true)
})

test('a database that was told to stop and waits for its clients is restarted', async () => {
  const { folder, said } = await running()
  const told = readPostmaster(folder)?.pid ?? Number.NaN
  process.kill(told, 'SIGTERM')
  await expect.poll(() => said).toContain('The embedded database stopped. Restarting it.')
  await expect.poll(() => readPostmaster(folder)?.ready).toBe(true)
  expect(readPostmaster(folder)?.pid).not.toBe(told)
})

test('a pid file that cannot be read for a moment ends nothing', async () => {
  const { folder, said } = await running()
  const file = join(folder, 'postmaster.pid')
  renameSync(file, `${file}-away`)
  // Reading a folder as a file fails, even for root.
  mkdirSync(file)
  await sleep(2500)
  rmdirSync(file)
  renameSync(`${file}-away`, file)
  expect(said).toEqual([])
})

/** A database whose test may fail at any point: afterwards, nothing of it is left. */
async function running() {
  const dataDir = mkdtempSync(join(tmpdir(), 'kassa-supervisor-'))
  const folder = join(dataDir, 'postgres')
  const said: string[] = []
  const database = await ownDatabase(
    loadSettings({ DATA_DIR: dataDir }),
    (line) => said.push(line),
    (error) => said.push(String(error)),
  )
  onTestFinished(async () => {
    if (existsSync(`${dataDir}-away`)) {
      rmSync(dataDir, { recursive: true, force: true })
      renameSync(`${dataDir}-away`, dataDir)
    }
    await database.stop()
    expect(readPostmaster(folder)).toBeUndefined()
    rmSync(dataDir, { recursive: true })
  })
  return { dataDir, folder, said }
}
