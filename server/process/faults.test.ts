// @module-tag slow

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { compiled } from '@/test/compile'

const run = promisify(execFile)
const child = compiled('test/fault-child.ts')

const env = {
  ...process.env,
  LOG_LEVEL: 'warn',
  BASE_URL: 'http://kassa.test',
  // Nothing listens on port 1.
  DATABASE_URL: 'postgres://kassa:kassa@127.0.0.1:1/kassa',
}

async function end(script: string, ...args: string[]): Promise<{ code: number; output: string }> {
  try {
    const { stdout } = await run(process.execPath, [script, ...args], { env })
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string }
    return { code, output: stdout }
  }
}

const fatalLine = (output: string) =>
  output.split('\n').find((line) => line.includes('"level":"fatal"')) ?? ''

test.each(['web exception', 'worker exception', 'worker rejection'])(
  'an unhandled fault (%s) is logged with its stack before the process cleans up and ends',
  async (which) => {
    const [kind = '', how = ''] = which.split(' ')
    const { code, output } = await end(child, how, kind)
    expect(code).toBe(1)
    const entry = JSON.parse(fatalLine(output))
    expect(entry.err.message).toContain('the reason')
    expect(entry.err.stack).toContain('fault-child')
    expect(output).toContain('cleaned up')
    expect(output).not.toContain('4111 1111')
  },
)

test.each([
  ['web', 'rejection'],
  ['worker', 'outage'],
])('the %s process logs an unhandled rejection (%s) and continues', async (kind, how) => {
  const { code, output } = await end(child, how, kind)
  expect(code).toBe(0)
  expect(output).toContain('"level":"error"')
  expect(output).toContain('fault-child')
})

test.each(['exception', 'rejection'])('the supervisor logs an unhandled %s with its stack', async (how) => {
  const { code, output } = await end(child, how, 'supervisor')
  expect(code).toBe(1)
  expect(JSON.parse(fatalLine(output)).err.stack).toContain('fault-child')
  expect(output).toContain('stopped with a reason')
})

test.skipIf(!existsSync('/dev/full')).each([
  ['rejection', 'web', 0],
  ['exception', 'web', 1],
  ['rejection', 'worker', 1],
])(
  'with a log on a full disk, an unhandled %s in the %s process ends it only if it would anyway',
  async (how, kind, code) => {
    const full = openSync('/dev/full', 'w')
    const logging = spawn(process.execPath, [child, how, kind], {
      env,
      stdio: ['ignore', full, 'inherit'],
      timeout: 20_000,
      killSignal: 'SIGKILL',
    })
    expect(await once(logging, 'exit')).toEqual([code, null])
  },
)
