import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { compiled } from '@/test/compile'

test('a process whose supervisor died while it was loading ends', async () => {
  const child = spawn(process.execPath, [compiled('test/orphan-child.ts')], {
    env: {
      ...process.env,
      BASE_URL: 'http://kassa.test',
      // With a database of its own, it has no embedded one to stop. It never connects.
      DATABASE_URL: 'postgres://kassa:secret@127.0.0.1:1/kassa',
      AUTH_SECRET: 'a'.repeat(32),
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  child.disconnect()
  expect(await ended).toEqual([0, null])
})
