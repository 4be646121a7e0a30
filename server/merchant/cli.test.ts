import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testWorld } from '@/test/world'
import { findMerchant } from './merchant'

const world = testWorld()

/** What the command prints, or complains of. */
async function merchant(...args: string[]): Promise<{ stdout?: string; stderr?: string }> {
  const secrets = { AUTH_SECRET: 'x'.repeat(32), ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }
  const env = { ...process.env, ...secrets, BASE_URL: 'http://kassa.test', DATABASE_URL: world.databaseUrl }
  const command = ['--import', 'tsx', 'server/merchant/cli.ts', ...args]
  return promisify(execFile)(process.execPath, command, { env }).catch((error: unknown) => error as object)
}

const owner = ['--email', 'owner@example.com', '--password', 'a long password']

test('makes a merchant, prints its keys as one line of JSON, and changes it', async () => {
  const place = ['--country', 'US', '--time-zone', 'America/New_York', '--currency', 'USD', '--type', 'live']
  const { stdout = '' } = await merchant('create', '--name', 'My shop', ...owner, ...place)
  const made = JSON.parse(stdout)
  expect(made).toMatchObject({
    email: 'owner@example.com',
    publicKey: expect.stringMatching(/^pk_live_/),
    privateKey: expect.stringMatching(/^sk_live_/),
    signingSecret: expect.stringMatching(/^whsec_/),
  })
  const row = () => findMerchant(world.runtime.db, made.merchant)
  expect(await row()).toMatchObject({ name: 'My shop', timeZone: 'America/New_York', currency: 'USD' })
  await merchant('set', '--id', made.merchant, '--locale', 'en-US', '--retry-days', '1,2')
  expect(await row()).toMatchObject({ locale: 'en-US', retryDays: [1, 2] })
})

test('says what to do', async () => {
  expect((await merchant()).stderr).toMatch(/^Usage:/)
  expect((await merchant('create', '--name', 'My shop')).stderr).toMatch(/email is missing/)
  expect((await merchant('set', '--id', 'AAAAAAAA', '--currency', 'SEK')).stderr).toMatch(
    /There is no merchant AAAAAAAA/,
  )
})
