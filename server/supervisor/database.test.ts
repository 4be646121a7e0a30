// @module-tag slow

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPostmaster } from '@/db/embedded/pid-file'
import { loadSettings } from '../core/config/config'
import { ownDatabase } from './database'

test('a start that fails after that of its database leaves no PostgreSQL running', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kassa-supervisor-'))
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
  rmSync(dataDir, { recursive: true })
})
