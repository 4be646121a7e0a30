// @module-tag slow

import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { account as accounts, apiKey, mail } from '@/db/schema'
import { provide } from '@/server/core/config/config'
import { open } from '@/server/core/crypto'
import { createLink } from '@/server/link/create-link'
import { secretOf } from '@/server/mail/write-mails'
import { call } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { findVisit } from '../_parts/customer/visit'
import { POST as signOut } from '../account/sign-out/route'
import { POST as again } from './again/route'
import { POST as letIn } from './continue/route'

const world = testWorld()

let shop: TestMerchant
let account: { id: string }

beforeEach(async () => {
  shop = await world.newMerchant()
  const body = { customer: { email: 'jane@example.com' }, method: [] }
  account = (await call<{ id: string }>(shop.privateKey, 'POST', '/account', body)).body
})

afterEach(() => provide({ BASE_URL: 'http://kassa.test' }))

const newKey = async () => (await createLink(shop.context, { accountId: account.id })).key

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  new Request(`http://kassa.test${path}`, { method: 'POST', body: new URLSearchParams(fields), headers })

const cookieOf = (response: Response) => response.headers.getSetCookie()[0] ?? ''

test('signs in only one of 20 simultaneous requests', async () => {
  const key = await newKey()
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => letIn(post('/login/continue', { key }))),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 303))
  const ways = responses.map(({ headers }) => headers.get('location'))
  expect(ways.filter((way) => way === '/account')).toHaveLength(1)
  expect(ways.filter((way) => way === `/login/${key}`)).toHaveLength(19)
  expect(responses.filter((response) => cookieOf(response) !== '')).toHaveLength(1)
})

test('a key works once, and an invalid key never', async () => {
  const key = await newKey()
  const first = await letIn(post('/login/continue', { key }))
  expect([first.status, first.headers.get('location')]).toEqual([303, '/account'])
  expect(cookieOf(first)).toMatch(
    /^kassa_account=ak_test_\w+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/,
  )
  const broken = key.slice(0, -9)
  for (const [given, location] of [
    [key, `/login/${key}`],
    [broken, `/login/${broken}`],
    ['//elsewhere.test', '/login'],
    ['', '/login'],
  ] as const) {
    const { status, headers } = await letIn(post('/login/continue', { key: given }))
    expect([status, headers.get('location'), headers.getSetCookie()]).toEqual([303, location, []])
  }
})

test('requesting a link has the same response for known and unknown addresses, after the same time', async () => {
  const key = await newKey()
  await letIn(post('/login/continue', { key }))
  const sent = () => world.runtime.db.$count(mail, eq(mail.merchantId, shop.merchant))
  const before = await sent()
  const email = 'jane@example.com'
  for (const fields of [
    { email },
    { email: 'nobody@example.com' },
    { email: 'x' },
    { key },
    { key: 'x' },
    {},
  ] as Record<string, string>[]) {
    const started = Date.now()
    const response = await again(post('/login/again', { merchant: shop.merchant, ...fields }))
    expect(Date.now() - started).toBeGreaterThanOrEqual(390)
    expect(response.status).toBe(303)
    expect(Object.fromEntries(response.headers)).toEqual({
      ...{ location: `/login/sent?merchant=${shop.merchant}`, 'cache-control': 'no-store' },
    })
    expect(await response.text()).toBe('')
  }
  await expect.poll(sent).toBe(before + 2)
})

test('one source address cannot stop a customer from requesting a link', async () => {
  const ask = (source: string) =>
    again(
      post(
        '/login/again',
        { merchant: shop.merchant, email: 'jane@example.com' },
        { 'x-kassa-source': source },
      ),
    )
  const sent = () => world.runtime.db.$count(mail, eq(mail.merchantId, shop.merchant))
  const responses = await Promise.all(Array.from({ length: 8 }, () => ask('192.0.2.66')))
  await expect.poll(sent).toBe(4)
  const response = await ask('198.51.100.1')
  await expect.poll(sent).toBe(5)
  // The response is the same for everyone.
  const seen = new Set(
    [...responses, response].map(({ status, headers }) => `${status} ${headers.get('location')}`),
  )
  expect(seen.size).toBe(1)
})

describe('the requested page', () => {
  const wanted = '/account/orders/AbcdefghAbcdefgh'

  /** Returns where the newest link to the account leads. */
  async function newestLink() {
    const rows = await world.runtime.db.select().from(mail).where(eq(mail.accountId, account.id))
    const newest = rows.sort((a, b) => Number(a.created) - Number(b.created)).at(-1)
    if (!newest?.sealed) throw new Error('No link was mailed')
    return open(newest.sealed, secretOf(newest)).split('/login/')[1] ?? ''
  }

  const asked = async (fields: Record<string, string>) => {
    const before = await world.runtime.db.$count(mail)
    const response = await again(post('/login/again', { merchant: shop.merchant, ...fields }))
    expect(response.headers.getSetCookie()).toEqual([])
    await expect.poll(() => world.runtime.db.$count(mail)).toBe(before + 1)
    return newestLink()
  }
  const leadsTo = async (key: string) =>
    (await letIn(post('/login/continue', { key }))).headers.get('location')

  test('is part of the link, because the mail may be opened in another browser, and of the next link', async () => {
    const key = await asked({ email: 'jane@example.com', to: wanted })
    expect(await leadsTo(key)).toBe(wanted)
    expect(await leadsTo(await asked({ key }))).toBe(wanted)
  })

  test.each([
    '//evil.test',
    'https://evil.test/account',
    '/account?note=paid',
    '/dashboard',
    '/account/../x',
  ])('is ignored if it is not one of our pages: %s', async (to) => {
    expect(await leadsTo(await asked({ email: 'jane@example.com', to }))).toBe('/account')
  })

  test('is validated again when the visitor continues to it', async () => {
    const { key } = await createLink(shop.context, {
      accountId: account.id,
      returnPath: 'https://evil.test/account',
    })
    expect(await leadsTo(key)).toBe('/account')
  })
})

test('a language chosen before logging in is the language of that customer’s mail, unless there is one already', async () => {
  // The second browser has the choice of somebody else, or an earlier one.
  for (const chosen of ['de', 'sv']) {
    await letIn(post('/login/continue', { key: await newKey() }, { cookie: `kassa_language=${chosen}` }))
    const [row] = await world.runtime.db.select().from(accounts).where(eq(accounts.id, account.id))
    expect(row?.chosenLanguage).toBe('de')
  }
})

test('a browser remembers the shop after the session ends, but not after sign-out', async () => {
  const response = await letIn(post('/login/continue', { key: await newKey() }))
  const [session = '', shopCookie = ''] = response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0] ?? '')
  expect(shopCookie).toBe(`kassa_shop=${shop.merchant}`)
  const later = await findVisit(new Headers({ cookie: shopCookie }))
  expect([later.visit, later.merchant?.id]).toEqual([undefined, shop.merchant])
  for (const made of ['kassa_shop=x', 'kassa_shop=abcdefgh', `kassa_shop=${shop.merchant}'`])
    expect((await findVisit(new Headers({ cookie: made }))).merchant).toBeUndefined()
  const out = await signOut(post('/account/sign-out', {}, { cookie: `${session}; ${shopCookie}` }))
  expect(out.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^kassa_shop=;.*Max-Age=0$/))
})

test('with HTTPS the cookie is limited to this host and to HTTPS', async () => {
  provide({ BASE_URL: 'https://pay.example.com' })
  const set = cookieOf(await letIn(post('/login/continue', { key: await newKey() })))
  expect(set).toMatch(
    /^__Host-kassa_account=ak_test_\w+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=43200$/,
  )
  const cookie = `other=1; ${set.split(';')[0]}; kassa_account=x`
  const out = await signOut(post('/account/sign-out', {}, { cookie }))
  expect(cookieOf(out)).toBe('__Host-kassa_account=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0')
  const [row] = await world.runtime.db.select().from(apiKey).where(eq(apiKey.accountId, account.id))
  expect(row?.revoked).not.toBeNull()
})

test.each<[string, Record<string, string>, boolean]>([
  ['a page of ours', { 'sec-fetch-site': 'same-origin', origin: 'http://kassa.test' }, true],
  [
    'a page of ours, by another name of this server',
    { 'sec-fetch-site': 'same-origin', origin: 'http://10.0.0.1' },
    true,
  ],
  ['a page of ours, over plain http', { origin: 'http://kassa.test' }, true],
  ['what is not a browser', {}, true],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'http://kassa.test' }, false],
  ['another host of our site', { 'sec-fetch-site': 'same-site', origin: 'http://shop.kassa.test' }, false],
  ['another site, over plain http', { origin: 'http://evil.test' }, false],
  ['another port', { origin: 'http://kassa.test:8080' }, false],
  ['a page that hides where it is from', { origin: 'null' }, false],
])('a form of %s', async (_, headers, accepted) => {
  const response = await letIn(post('/login/continue', { key: await newKey() }, headers))
  expect([response.status, cookieOf(response) !== '']).toEqual(accepted ? [303, true] : [403, false])
  for (const handler of accepted ? [] : [again, signOut]) {
    const refused = await handler(post('/', { email: 'jane@example.com' }, headers))
    expect([refused.status, cookieOf(refused)]).toEqual([403, ''])
  }
})
