// @module-tag slow

import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntry, membership, merchant as merchantTable, user } from '@/db/schema'
import { commandOn } from '@/test/command'
import { newMember } from '@/test/members'
import { testWorld } from '@/test/world'
import { newId } from '../core/id'
import { numberIn, readSeries } from '../document/number-series'
import { findMerchant } from '../merchant/find-merchant'
import { dayOf } from '../model/calendar'
import { usualCardLimits } from '../model/card/limits'
import { findInvitation, joinAsNewUser } from '../team/accept-invitation'

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

  const changed = await merchant('set', created.merchant, '--retry-days', '2,4')
  expect(JSON.parse(changed.stdout)).toMatchObject({ merchant: created.merchant, retryDays: [2, 4] })
})

test('sets what public keys may do, and restores the default of a limit', async () => {
  const { merchant: id } = await world.newMerchant()
  const set = async (...options: string[]) => {
    const { stdout, stderr } = await merchant('set', id, ...options)
    return stdout === '' ? stderr : JSON.parse(stdout)
  }
  const hosts = ['--callback-hosts', 'Shop.example,localhost:4000']
  expect(await set(...hosts, '--cards-per-source', '7', '--declines-per-merchant', '90')).toMatchObject({
    callbackHosts: ['shop.example', 'localhost:4000'],
    cardLimits: { ...usualCardLimits, cardsPerSource: 7, declinesPerMerchant: 90 },
  })
  expect(await set('--callback-hosts', '', '--cards-per-source', 'default')).toMatchObject({
    callbackHosts: [],
    cardLimits: { ...usualCardLimits, declinesPerMerchant: 90 },
  })
  expect(await set('--cards-per-key', 'many')).toMatch(/^--cards-per-key must be a number/)
  expect(await set('--callback-hosts', 'https://shop.example/')).toMatch(/^--callback-hosts must be a host/)
  const row = await findMerchant(world.runtime.db, id)
  expect(row).toMatchObject({ callbackHosts: [], cardLimits: { declinesPerMerchant: 90 } })
})

test('sets the company, its VAT and the numbers of its documents', async () => {
  const { merchant: id, context, row } = await world.newMerchant()
  const company = [
    '--legal-name',
    'Roastery AB',
    '--street',
    'Storgatan 1',
    '--postcode',
    '111 22',
    '--city',
    'Stockholm',
  ]
  const numbers = [
    '--organisation-number',
    '556012-3456',
    '--vat-number',
    'SE 556012-3456 01',
    '--phone',
    '+46 8 123 456',
    '--particulars',
    'Säte: Stockholm',
  ]
  const vat = [
    '--default-vat',
    '25',
    '--exchange-rates',
    'EUR 11.2345, USD 10,4',
    '--sells',
    'goods',
    '--zero-vat',
    'export',
    '--zero-vat-reason',
    'Export',
  ]
  const series = ['--invoice-prefix', 'F-', '--invoice-next', '100', '--credit-note-yearly', 'off']
  const { stdout, stderr } = await merchant('set', id, ...company, ...numbers, ...vat, ...series)
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toMatchObject({
    company: {
      legalName: 'Roastery AB',
      address: { street: 'Storgatan 1', zipCode: '111 22', city: 'Stockholm' },
      organisationNumber: '556012-3456',
      vatNumber: 'SE556012345601',
      phone: '+46 8 123 456',
      particulars: 'Säte: Stockholm',
    },
    bookkeeping: {
      defaultVat: 25,
      exchangeRates: { EUR: '11.2345', USD: '10.4' },
      sells: 'goods',
      zeroVat: { category: 'G', reason: 'Export' },
    },
  })
  expect((await readSeries(context)).map(numberIn).sort()).toEqual([
    'C1',
    `F-${dayOf(new Date(), row.timeZone).slice(0, 4)}-000100`,
  ])
  const change = async (...options: string[]) => (await merchant('set', id, ...options)).stderr.trim()
  expect(await change('--exchange-rates', 'EUR')).toBe(
    '--exchange-rates must have currencies with their exchange rates, such as "EUR 11.2345", each once.',
  )
  expect(await change('--invoice-next', '0')).toBe('--invoice-next must be at least 1.')
  expect(await change('--zero-vat', 'G')).toBe('--zero-vat must be zero-rated, exempt, export or outside.')
  expect(await change('--name', 'Shop', '--zero-vat-reason', 'Export')).toMatch(/^--zero-vat is missing/)
  expect(await change('--company-country', 'Sweden')).toMatch(/^--company-country /)
  expect(await change()).toMatch(/^No setting is given\./)
  const wrong = await merchant('set', id, '--vat-number', 'SE5560123456')
  expect(wrong.stderr).toContain('is not a VAT number of SE')
})

test('refuses options and words that the command does not take, and changes nothing', async () => {
  const [one, other] = [await world.newMerchant(), await world.newMerchant()]
  const owner = ['--name', 'Kept out', '--email', 'out@example.com', '--password', 'a long password']
  for (const [args, flaw] of [
    [['create', ...owner, '--legal-name', 'X', '--retry-days', '1,2'], '--legal-name --retry-days'],
    [['set', one.merchant, other.merchant, '--name', 'Kept out'], other.merchant],
  ] as const) {
    const { stdout, stderr, code } = await merchant(...args)
    expect([stdout, stderr.split('\n')[0], code]).toEqual(['', `Unknown argument: ${flaw}`, 1])
  }
  expect(await world.runtime.db.$count(merchantTable, eq(merchantTable.name, 'Kept out'))).toBe(0)
})

test('lets the operator appoint an owner: by an invitation, or at once if it is a member', async () => {
  const { merchant: id } = await world.newMerchant()
  const email = `new-${newId().toLowerCase()}@example.com`
  const invite = (...options: string[]) => merchant('invite', id, ...options)
  const first = await invite('--email', email, '--role', 'owner')
  const second = await invite('--email', email.toUpperCase(), '--role', 'owner')
  const [old = '', key = ''] = [first, second].map(({ stdout }) => stdout.split('\n')[0]?.split('/').at(-1))
  expect(second.stdout).toContain(`http://kassa.test/signin/join/${key}\n`)
  expect(await findInvitation(world.runtime, old)).toMatchObject({ state: 'withdrawn' })
  await joinAsNewUser(world.runtime, { key, password: 'a long password' })
  const [owner] = await teamOf(id, email)
  expect(owner).toMatchObject({ role: 'owner' })
  const again = await invite('--email', email, '--role', 'viewer')
  expect(again).toMatchObject({ stderr: expect.stringContaining('already belongs to a member'), code: 1 })

  const support = await newMember(world.runtime, id, 'support')
  expect((await invite('--email', support.email, '--role', 'owner')).stdout).toContain('an owner from now on')
  expect(await teamOf(id, support.email)).toMatchObject([{ role: 'owner' }])
  expect((await invite('--email', support.email, '--role', 'owner')).stdout).toContain('is an owner already')
  const entries = world.runtime.db.select().from(auditEntry).where(eq(auditEntry.merchantId, id))
  const byOperator = (await entries.orderBy(auditEntry.date)).filter((entry) => entry.email === 'operator')
  expect(byOperator).toMatchObject([
    { action: 'team.invite', after: { email, role: 'owner' } },
    { action: 'team.invite', after: { email, role: 'owner' } },
    {
      action: 'team.changeRole',
      subjectId: support.userId,
      before: { role: 'support' },
      after: { role: 'owner' },
    },
  ])

  expect((await invite('--email', email)).stderr).toMatch(/^--role /)
  expect((await invite('--email', 'none', '--role', 'king')).stderr).toMatch(
    /--email must be an e-mail address/,
  )
  const nowhere = await merchant('invite', 'AAAAAAAA', '--email', email, '--role', 'owner')
  expect(nowhere).toMatchObject({ stderr: 'No merchant AAAAAAAA.\n', code: 1 })
})

const teamOf = (id: string, email: string) =>
  world.runtime.db
    .select({ role: membership.role })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(and(eq(membership.merchantId, id), eq(user.email, email)))

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
  const nobody = await merchant('set', 'AAAAAAAA', '--currency', 'SEK')
  expect(nobody).toMatchObject({ stderr: 'No merchant AAAAAAAA.\n', code: 1 })
  const { stderr: unknown } = await merchant('create', '--nme', 'My shop')
  expect(unknown).toMatch(/^Unknown option '--nme'.*\n\nUsage:/)
})
