// @module-tag slow

import { expect, test } from 'vitest'
import { acquirerEntry } from '@/db/schema'
import { call, tokenFor } from '@/test/call'
import { commandOn } from '@/test/command'
import { testWorld } from '@/test/world'

const world = testWorld()
const acquirer = commandOn(world, 'server/cli/acquirer.ts')

test('makes the acquirer fail, and stops it again', async () => {
  const shop = await world.newMerchant()
  const order = async () => {
    const payment = { type: 'card', card: await tokenFor(shop) }
    return call(shop.privateKey, 'POST', '/order', { items: 10, currency: 'SEK', payment })
  }
  const fault = (...more: string[]) =>
    acquirer('fault', '--merchant', shop.merchant, '--on', 'authorise', '--fault', 'fail', ...more)
  expect((await fault()).stdout).toBe(
    `The acquirer will fail on the next 1 authorise request of ${shop.merchant}.\n`,
  )
  expect((await order()).status).toBe(502)
  expect((await order()).status).toBe(201)
  expect((await fault('--times', '5')).stdout).toContain('the next 5 authorise requests')
  expect((await fault('--times', '0')).stdout).toBe('The fault has been removed.\n')
  expect((await order()).status).toBe(201)
})

test('compares the records, and exits with 1 if they differ', async () => {
  const shop = await world.newMerchant()
  const payment = { type: 'card', card: await tokenFor(shop) }
  await call(shop.privateKey, 'POST', '/order', { items: 10, currency: 'SEK', payment })
  expect(await acquirer('reconcile')).toMatchObject({ stdout: 'The books agree.\n', code: 0 })
  await world.runtime.db.delete(acquirerEntry)
  const { stdout, code } = await acquirer('reconcile')
  // Those of the other tests' orders count, too.
  expect(stdout).toMatch(/^(?:1 difference|\d+ differences)\.$/m)
  expect(stdout).toMatch(new RegExp(`^${shop.merchant}  .* missing there$`, 'm'))
  expect(code).toBe(1)
})

test('explains its usage, and names an unknown merchant', async () => {
  expect(await acquirer()).toMatchObject({ stderr: expect.stringContaining('Usage:'), code: 1 })
  for (const [args, flaw] of [
    [['reconcile', '--merchant', 'nope'], '--merchant'],
    [['fault', '--on', 'refund', '--fault', 'fail', 'extra', 'words'], 'extra words'],
  ] as const) {
    const { stdout, stderr, code } = await acquirer(...args)
    expect([stdout, stderr.split('\n')[0], code]).toEqual(['', `Unknown argument: ${flaw}`, 1])
  }
  const { stderr: missing } = await acquirer('fault', '--on', 'refund')
  expect(missing).toMatch(/^--fault is missing. It must be "delay", "timeout" or "fail".\n/)
  const { stderr, code } = await acquirer(
    'fault',
    '--merchant',
    'AAAAAAAA',
    '--on',
    'refund',
    '--fault',
    'fail',
  )
  expect(stderr).toContain('No merchant AAAAAAAA. Choose another')
  expect(code).toBe(1)
})
