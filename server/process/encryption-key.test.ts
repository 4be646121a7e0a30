// @module-tag slow

import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '@/db/embedded/free-port'
import { readPostmaster } from '@/db/embedded/pid-file'
import { installation, signingSecret } from '@/db/schema'
import { runCommand } from '@/test/command'
import { testWorld } from '@/test/world'
import { open, seal } from '../core/crypto'
import { verifyEncryptionKey } from './encryption-key'

const world = testWorld()

const dataDir = mkdtempSync(join(tmpdir(), 'kassa-keys-'))
const folder = join(dataDir, 'postgres')
const secrets = join(dataDir, 'secrets.json')
let port: number

/** Starts a command as people do, and waits until it has ended. */
async function start(command: string[], env: Record<string, string> = {}) {
  const { DATABASE_URL: _, AUTH_SECRET: __, ENCRYPTION_KEY: ___, ...rest } = process.env
  const { code, stdout, stderr } = await runCommand(command, {
    // Vite sets its own BASE_URL.
    env: { ...rest, DATA_DIR: dataDir, PORT: `${port}`, BASE_URL: `http://localhost:${port}`, ...env },
    timeout: 50_000,
  })
  return { code, said: stdout + stderr }
}

const migrate = ['server/cli/migrate.ts']
const owner = ['--name', 'Shop', '--email', 'owner@example.com', '--password', 'a long password']
const commands: [string, string[]][] = [
  ['npm start', ['server/supervisor/main.ts']],
  ['npm run web', ['server/web/main.ts']],
  // The others open the database in one of these ways.
  ['npm run merchant', ['server/cli/merchant.ts', 'create', ...owner]],
]

const anotherKey = randomBytes(32).toString('base64')

beforeAll(async () => {
  port = await freePort()
  const first = await start(migrate)
  expect(first, first.said).toMatchObject({ code: 0 })
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('a command that reads creates no database', async () => {
  const missing = join(dataDir, 'missing')
  const { code, said } = await start(['server/cli/outbox.ts'], { DATA_DIR: missing })
  expect([code, said]).toEqual([1, expect.stringContaining(`There is no database in ${missing}.`)])
  expect(existsSync(missing)).toBe(false)
})

describe.each(commands)('%s', (_, command) => {
  test('refuses another ENCRYPTION_KEY, and leaves no PostgreSQL running', async () => {
    const { code, said } = await start(command, { ENCRYPTION_KEY: anotherKey })
    expect([code, said]).toEqual([1, expect.stringContaining('ENCRYPTION_KEY is not the one')])
    expect(readPostmaster(folder)).toBeUndefined()
  })

  test('refuses to start on existing data without secrets.json, and generates none', async () => {
    renameSync(secrets, `${secrets}.lost`)
    try {
      const { code, said } = await start(command)
      expect([code, said]).toEqual([1, expect.stringContaining('secrets.json is missing')])
      expect(said).toContain('Restore it from a backup')
      expect(existsSync(secrets)).toBe(false)
      expect(readPostmaster(folder)).toBeUndefined()
    } finally {
      renameSync(`${secrets}.lost`, secrets)
    }
  })
})

test('with the right secrets it starts again', async () => {
  const before = readFileSync(secrets, 'utf8')
  expect(await start(migrate)).toMatchObject({ code: 0 })
  const { encryptionKey } = JSON.parse(before)
  expect(await start(migrate, { ENCRYPTION_KEY: encryptionKey })).toMatchObject({ code: 0 })
  expect(JSON.parse(readFileSync(secrets, 'utf8'))).toMatchObject(JSON.parse(before))
})

describe('with an external PostgreSQL', () => {
  const stored = () => world.runtime.db.select().from(installation)

  test('the first start stores a check of the key, and every later one verifies it', async () => {
    await verifyEncryptionKey(world.databaseUrl)
    const [row] = await stored()
    await verifyEncryptionKey(world.databaseUrl)
    expect(await stored()).toEqual([row])
    const env = {
      DATABASE_URL: world.databaseUrl,
      AUTH_SECRET: 'a secret that has 32 characters or more',
      ENCRYPTION_KEY: anotherKey,
    }
    for (const command of [['server/supervisor/main.ts'], ['server/worker/main.ts'], migrate]) {
      const { code, said } = await start(command, env)
      expect([code, said]).toEqual([1, expect.stringContaining('ENCRYPTION_KEY is not the one')])
    }
  })

  test('an earlier installation is verified by data that it has already encrypted', async () => {
    const { db } = world.runtime
    await db.delete(installation)
    const shop = await world.newMerchant()
    const mine = eq(signingSecret.merchantId, shop.merchant)
    await db.update(signingSecret).set({ encrypted: 'v1.AAAA.AAAAAAAAAAAAAAAAAAAAAA.AAAA' })
    await expect(verifyEncryptionKey(world.databaseUrl)).rejects.toThrow('ENCRYPTION_KEY is not the one')
    expect(await stored()).toEqual([])
    await db
      .update(signingSecret)
      .set({ encrypted: seal('whsec_AAAA', `signing_secret ${shop.merchant}`) })
      .where(mine)
    await verifyEncryptionKey(world.databaseUrl)
    expect(await stored()).toHaveLength(1)
  })
})

describe('a sealed text', () => {
  test('only opens for its own use', () => {
    const sealed = seal('secret', 'mail a 1')
    expect(sealed).toMatch(/^v2\.[\w-]{8}\./)
    expect(open(sealed, 'mail a 1')).toBe('secret')
    for (const use of ['mail a 2', 'mail b 1', 'user a 1', '']) expect(() => open(sealed, use)).toThrow()
  })

  test('names its key, and does not open when any part of it was changed', () => {
    const sealed = seal('secret', 'x')
    const parts = sealed.split('.')
    expect(seal('other', 'y').split('.')[1]).toBe(parts[1])
    for (const at of [1, 2, 3, 4]) {
      const changed = parts.with(at, `${parts[at]?.startsWith('A') ? 'B' : 'A'}${parts[at]?.slice(1)}`)
      expect(() => open(changed.join('.'), 'x')).toThrow()
    }
    // A v2 text does not open as one of the earlier format, which was bound to no use.
    expect(() => open(['v1', ...parts.slice(2)].join('.'), 'x')).toThrow()
    expect(() => open([...parts.slice(0, 3), parts[3]?.slice(0, 6), parts[4]].join('.'), 'x')).toThrow()
  })
})
