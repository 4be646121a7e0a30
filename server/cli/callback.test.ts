// @module-tag slow

import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { callbackDelivery } from '@/db/schema'
import { commandOn } from '@/test/command'
import { addCallbacks } from '@/test/receiver'
import { type TestMerchant, testWorld } from '@/test/world'
import { listAddresses } from '../callback/addresses'
import { readDelivery } from '../callback/list-deliveries'
import { record } from '../callback/record'

const world = testWorld()
const callback = commandOn(world, 'server/cli/callback.ts')
/** Runs the command for the shop, even when there are several merchants. */
const ofShop = (...args: string[]) => callback(...args, '--merchant', shop.merchant)
const url = 'https://shop.example/callbacks'
let shop: TestMerchant
beforeAll(async () => {
  shop = await world.newMerchant()
})

test('sends a test, lists it, shows its attempts and resends it', async () => {
  const { stdout: sent } = await ofShop('test', url)
  const id = /show (\w+)/.exec(sent)?.[1] ?? ''
  expect((await readDelivery(shop.context, id)).url).toBe(url)
  const claimed = { merchantId: shop.merchant, id, url, payload: '', claim: 'now', age: 0, attempts: 0 }
  const responseBody = 'Not\u009b here'
  await record(world.runtime.db, claimed, { date: new Date(), ms: 12, status: 404, responseBody })
  expect((await ofShop('list', '--status', 'failing')).stdout).toMatch(new RegExp(`${id} +failing +1 +test`))
  expect((await ofShop('show', id)).stdout).toContain('12 ms  404 "Not? here"')
  expect((await ofShop('resend', id)).stdout).toBe(`${id} is being resent to ${url}.\n`)
  expect((await ofShop('resend', '--failed')).stdout).toBe('No failed callbacks.\n')
})

test('changes addresses and rolls the secret', async () => {
  expect((await ofShop('addresses')).stdout).toBe('No callback addresses.\n')
  expect((await ofShop('add', url)).stdout).toBe(`${url}\n`)
  expect(await listAddresses(shop.context)).toEqual([{ url, types: null }])
  expect((await ofShop('remove', url)).stdout).toBe('No callback addresses.\n')
  expect((await ofShop('roll', '--overlap', '0')).stdout).toMatch(
    /^whsec_\S{44}\nThe old secret also signs until /,
  )
})

test('refuses what a command does not take, and does nothing', async () => {
  const [id = ''] = await addCallbacks(shop, url)
  const isIt = eq(callbackDelivery.id, id)
  await world.runtime.db.update(callbackDelivery).set({ status: 'failed' }).where(isIt)
  for (const [args, flaw] of [
    [['resend', '--failed', id], `These cannot be combined: --failed, ${id}`],
    [['addresses', '--order', 'x'], 'Unknown argument: --order'],
  ] as const) {
    const { stdout, stderr, code } = await ofShop(...args)
    expect([stdout, stderr.split('\n\n')[0], code]).toEqual(['', flaw, 1])
  }
  expect((await readDelivery(shop.context, id)).status).toBe('failed')
  // Another test expects that none has failed.
  await world.runtime.db.delete(callbackDelivery).where(isIt)
})

test('explains its usage', async () => {
  expect((await callback()).stderr).toMatch(/^Usage: npm run callback/)
  expect((await callback('test', 'shop.example')).stderr).toMatch(/^URL must be an http or https URL/)
  expect((await callback('roll', '--overlap', 'x')).stderr).toMatch(/^--overlap must be/)
  const stranger = await world.newMerchant()
  const [id = ''] = await addCallbacks(stranger, url)
  expect((await callback('list')).stderr).toBe('There are several merchants. Choose one: --merchant ID\n')
  expect((await callback('show', id, '--merchant', shop.merchant)).stderr).toBe(
    'This merchant has no such callback.\n',
  )
  expect((await callback('list', '--after', 'x', '--merchant', shop.merchant)).stderr).toMatch(
    /^--after must be/,
  )
  expect((await callback('show', id, '--merchant', stranger.merchant)).stdout).toContain(url)
})
