// @module-tag slow

import { expect, test } from 'vitest'
import { commandOn } from '@/test/command'
import { testWorld } from '@/test/world'

const world = testWorld()
const clock = commandOn(world, 'server/cli/clock.ts')

test('shows the time of the only merchant, and moves it', async () => {
  await world.newMerchant()
  const before = Date.now()
  const moved = await clock('--months', '1', '--days', '3')
  expect(moved.stdout).toMatch(/^\S+Z {2}orders 0, charged 0, failed 0, ended 0, reminders 0\n$/)
  const after = Date.parse((await clock()).stdout.trim())
  expect((after - before) / 86_400_000).toBeGreaterThan(30)
})

test('explains errors and its usage', async () => {
  for (const args of [['--to', '2020-01-01'], ['2090-01-01'], ['--to', '2090-01-01', '--months', '3']]) {
    const { stderr, code } = await clock(...args)
    expect(stderr).toContain('Usage:')
    expect(code).toBe(1)
  }
})

test('names options as they are typed', async () => {
  for (const [args, flaw] of [
    [['--days', '1.5'], '--days must be a whole number.'],
    [['--to', '2026-02-30'], '--to must be a date'],
    [['--days', '0'], 'The move must say how far: `days`, `months` or both.'],
  ] as const)
    expect((await clock(...args)).stderr).toContain(`${flaw}`)
})

test('prints its usage when asked for help', async () => {
  expect(await clock('--help')).toMatchObject({
    stdout: expect.stringMatching(/^Usage:/),
    stderr: '',
    code: 0,
  })
})
