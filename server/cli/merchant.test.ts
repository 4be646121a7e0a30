// @module-tag slow

import { expect, test } from 'vitest'
import { commandOn } from '@/test/command'
import { testWorld } from '@/test/world'
import { findMerchant } from '../merchant/create-merchant'
import { usualCardLimits } from '../model/card/limits'

const world = testWorld()
const merchant = commandOn(world, 'server/cli/merchant.ts')

test('creates a merchant, prints its keys as one line of JSON, and changes it', async () => {
  const owner = ['--name', 'My shop', '--email', 'me@example.com', '--password', 'a long password']
  const { stdout } = await merchant('create', ...owner, '--time-zone', 'Pacific/Auckland')
  const created = JSON.parse(stdout)
  expect(created).toMatchObject({
    url: 'http://kassa.test',
    email: 'me@example.com',
    password: 'a long password',
  })
  expect(created).toMatchObject({
    publicKey: expect.stringMatching(/^pk_test_/),
    privateKey: expect.stringMatching(/^sk_test_/),
    signingSecret: expect.stringMatching(/^whsec_/),
  })
  expect(await findMerchant(world.runtime.db, created.merchant)).toMatchObject({
    timeZone: 'Pacific/Auckland',
  })

  const changed = await merchant('set', '--id', created.merchant, '--retry-days', '2,4')
  expect(JSON.parse(changed.stdout)).toMatchObject({ merchant: created.merchant, retryDays: [2, 4] })
})

test('sets what public keys may do, and restores the default of a limit', async () => {
  const { merchant: id } = await world.newMerchant()
  const set = async (...options: string[]) => {
    const { stdout, stderr } = await merchant('set', '--id', id, ...options)
    return stdout === '' ? stderr : JSON.parse(stdout)
  }
  const hosts = ['--callback-hosts', 'Shop.example,localhost:4000']
  expect(await set(...hosts, '--cards-per-source', '7', '--declines-per-merchant', '90')).toMatchObject({
    callbackHosts: ['shop.example', 'localhost:4000'],
    cardLimits: { ...usualCardLimits, cardsPerSource: 7, declinesPerMerchant: 90 },
  })
  expect(await set('--callback-hosts', '', '--cards-per-source', 'usual')).toMatchObject({
    callbackHosts: [],
    cardLimits: { ...usualCardLimits, declinesPerMerchant: 90 },
  })
  expect(await set('--cards-per-key', 'many')).toContain('cardLimits.cardsPerKey')
  expect(await set('--callback-hosts', 'https://shop.example/')).toContain('callbackHosts[0]')
  const row = await findMerchant(world.runtime.db, id)
  expect(row).toMatchObject({ callbackHosts: [], cardLimits: { declinesPerMerchant: 90 } })
})

test('explains errors and its usage', async () => {
  const { stderr } = await merchant(
    'create',
    '--name',
    'My shop',
    '--email',
    'none',
    '--password',
    'a long password',
  )
  expect(stderr).toContain('must be an e-mail address')
  expect((await merchant()).stderr).toContain('Usage:')
  const nobody = await merchant('set', '--id', 'AAAAAAAA', '--currency', 'SEK')
  expect(nobody).toMatchObject({ stderr: 'No merchant AAAAAAAA.\n', code: 1 })
  const { stderr: unknown } = await merchant('create', '--nme', 'My shop')
  expect(unknown).toMatch(/^Unknown option '--nme'.*\n\nUsage:/)
})
