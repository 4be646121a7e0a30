import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountLink, idempotentRequest, mail, merchant } from '@/db/schema'
import { secretOf } from '@/server/mail/write-mails'
import { everything } from '@/test/bodies'
import { call, type ErrorBody } from '@/test/call'
import { dashboard, newMember } from '@/test/members'
import { type TestMerchant, testWorld } from '@/test/world'
import { days, hours, minutes } from '../core/clock'
import { open, sha256 } from '../core/crypto'
import type { Account } from '../model/account'
import { createLink } from './create-link'
import { findLink } from './find-link'
import { listSentLinks } from './sent-links'
import { useLink } from './use-link'

const world = testWorld()

interface Link {
  url: string
  id: string
  created: string
  expires: string
  key: string
  contact: string
  used: boolean
}

const email = 'jane@example.com'

let shop: TestMerchant
let account: Account

beforeEach(async () => {
  shop = await world.newMerchant()
  account = await newAccount({ name: 'Jane Doe', email })
})

const newAccount = async (customer: unknown) =>
  (await call<Account>(shop.privateKey, 'POST', '/account', { customer, method: [] })).body

const ask = <T = Link>(headers?: Record<string, string>, id = account.id) =>
  call<T>(shop.privateKey, 'POST', `/account/${id}/link`, undefined, headers)

const mails = () => world.runtime.db.select().from(mail).where(eq(mail.merchantId, shop.merchant))

const stateOf = async (key: string) => (await findLink(world.runtime, key)).state

/** Moves the clock of the test merchant in the database. */
const moveClock = (milliseconds: number) =>
  world.runtime.db.update(merchant).set({ clockAhead: milliseconds }).where(eq(merchant.id, shop.merchant))

describe('a link', () => {
  test('is returned to a private key, and sent to the customer', async () => {
    const { status, body } = await ask()
    expect(status).toBe(201)
    expect(Object.keys(body).sort()).toEqual(
      ['url', 'id', 'created', 'expires', 'key', 'contact', 'used'].sort(),
    )
    expect(body).toMatchObject({ contact: email, used: false, url: `http://kassa.test/login/${body.key}` })
    expect(Date.parse(body.expires) - Date.parse(body.created)).toBe(days(3))
    const [sent, ...more] = await mails()
    expect(more).toEqual([])
    expect(sent).toMatchObject({
      accountId: account.id,
      to: email,
      template: 'login-link',
      status: 'waiting',
    })
    expect(sent?.data).toEqual({ expires: body.expires, customerName: 'Jane Doe' })
    expect(sent?.sealed && open(sent.sealed, secretOf(sent))).toBe(body.url)
  })

  test('is sent, but not returned to an account key', async () => {
    const path = `/account/${account.id}/key`
    const { key } = (await call<{ key: string }>(shop.privateKey, 'POST', path)).body
    const response = await call(key, 'POST', '/account/me/link')
    expect([response.status, response.text]).toEqual([204, ''])
    expect(await mails()).toHaveLength(1)
  })

  test('leaves only a hash of its key in the database', async () => {
    const { body } = await ask({ 'idempotency-key': 'once' })
    const stored = await everything(world.runtime.db)
    expect(stored).not.toContain(body.key)
    expect(stored).not.toContain(body.key.split('.')[2])
    expect(stored).toContain(sha256(body.key))
  })

  test.each([undefined, {}, { name: 'Jane' }])(
    'needs an address: not with the customer %j',
    async (customer) => {
      const { id } = await newAccount(customer)
      const { status, body } = await ask<ErrorBody>({}, id)
      expect([status, body.type]).toEqual([400, 'invalid content'])
      expect(body.content.description).toContain('PUT /account/{id}/customer')
      expect(await mails()).toEqual([])
    },
  )

  test('goes to the address that the customer has at that time', async () => {
    const path = `/account/${account.id}/customer`
    await call(shop.privateKey, 'PUT', path, { email: 'new@example.com' })
    expect((await ask()).body.contact).toBe('new@example.com')
  })
})

describe('five an hour', () => {
  test('are allowed for any caller; then the response says how long to wait', async () => {
    for (let count = 0; count < 5; count++) {
      expect((await ask()).status).toBe(201)
      world.clock.advance(minutes(5))
    }
    const { status, body, headers } = await ask<ErrorBody>()
    expect([status, body.type]).toEqual([429, 'too many requests'])
    const wait = Number(headers.get('retry-after'))
    expect(wait).toBeGreaterThan(34 * 60)
    expect(wait).toBeLessThanOrEqual(35 * 60)
    expect(await mails()).toHaveLength(5)
    expect((await ask({}, (await newAccount({ email })).id)).status).toBe(201)
    world.clock.advance(wait * 1000)
    expect((await ask()).status).toBe(201)
    expect((await ask()).status).toBe(429)
  })

  test('are the limit even for 20 requests at once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => ask()))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(15)
    expect(await mails()).toHaveLength(5)
  })

  test('do not count once the clock that they were created by is set right', async () => {
    world.clock.advance(hours(30))
    for (let count = 0; count < 5; count++) await ask()
    expect((await ask()).status).toBe(429)
    world.clock.advance(-hours(30))
    expect((await ask()).status).toBe(201)
  })

  test("are counted by the merchant's clock", async () => {
    for (let count = 0; count < 5; count++) await ask()
    expect((await ask()).status).toBe(429)
    await moveClock(hours(1))
    expect((await ask()).status).toBe(201)
  })
})

describe('repeating the same request', () => {
  test('returns the same bytes and sends nothing', async () => {
    const headers = { 'idempotency-key': 'again' }
    const first = await ask(headers)
    const replay = await ask(headers)
    expect([replay.text, replay.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
    expect(await mails()).toHaveLength(1)
  })

  test('after a crash finds the link that it created, and sends nothing', async () => {
    const headers = { 'idempotency-key': 'crashed' }
    const first = await ask(headers)
    await world.runtime.db
      .update(idempotentRequest)
      .set({ status: null, body: null, headers: null, started: new Date(0) })
      .where(and(eq(idempotentRequest.merchantId, shop.merchant), eq(idempotentRequest.key, 'crashed')))
    const again = await ask(headers)
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      first.text,
      null,
    ])
    expect(await mails()).toHaveLength(1)
  })
})

describe('using it', () => {
  test('returns an account key for 12 hours and uses up the link; opening it does not', async () => {
    const { key } = (await ask()).body
    for (let look = 0; look < 3; look++) expect(await stateOf(key)).toBe('fresh')
    const accountKey = await useLink(world.runtime, key)
    expect((await call<Account>(accountKey, 'GET', '/account/me')).body.id).toBe(account.id)
    expect(await stateOf(key)).toBe('used')
    expect(await useLink(world.runtime, key)).toBeUndefined()
    await moveClock(hours(12) - minutes(1))
    expect((await call(accountKey, 'GET', '/account/me')).status).toBe(200)
    await moveClock(hours(12))
    expect((await call(accountKey, 'GET', '/account/me')).status).toBe(401)
  })

  test('admits only one of 20 simultaneous attempts', async () => {
    const { key } = (await ask()).body
    const keys = await Promise.all(Array.from({ length: 20 }, () => useLink(world.runtime, key)))
    expect(keys.filter((each) => each !== undefined)).toHaveLength(1)
  })

  test("opens nothing once the customer has another address: the old one may be a stranger's", async () => {
    const { body } = await ask()
    const change = (to: string) =>
      call(shop.privateKey, 'PUT', `/account/${account.id}/customer`, { email: to })
    await change('right@example.com')
    expect([await stateOf(body.key), await useLink(world.runtime, body.key)]).toEqual(['unknown', undefined])
    await change('JANE@example.com')
    expect(await stateOf(body.key)).toBe('fresh')
  })

  test("signs its customer out when the merchant corrects the address: the old one may be a stranger's", async () => {
    const change = (key: string, customer: object, id = account.id) =>
      call(key, 'PUT', `/account/${id}/customer`, customer)
    const session = await useLink(world.runtime, (await ask()).body.key)
    if (session === undefined) throw new Error('The link does not work')
    const created = (await call<{ key: string }>(shop.privateKey, 'POST', `/account/${account.id}/key`)).body
      .key
    const statusOf = async (key: string) => (await call(key, 'GET', '/account/me')).status
    await change(shop.privateKey, { name: 'Jane Roe', email: 'Jane@Example.com' })
    await change(session, { email: 'jane.doe@example.com' }, 'me')
    expect(await statusOf(session)).toBe(200)
    await change(shop.privateKey, { email: 'right@example.com' })
    expect([await statusOf(session), await statusOf(created)]).toEqual([401, 200])
  })

  test("stops working after 3 days by the merchant's clock", async () => {
    const { key } = (await ask()).body
    await moveClock(days(3) - minutes(1))
    expect(await stateOf(key)).toBe('fresh')
    await moveClock(days(3))
    expect(await stateOf(key)).toBe('expired')
    expect(await useLink(world.runtime, key)).toBeUndefined()
    const [row] = await world.runtime.db
      .select()
      .from(accountLink)
      .where(eq(accountLink.merchantId, shop.merchant))
    expect(row?.used).toBeNull()
  })
})

test('a member’s link stops working when the member may no longer send links', async () => {
  const { runtime } = world
  const owner = await newMember(runtime, shop.merchant, 'owner')
  const member = await newMember(runtime, shop.merchant, 'support')
  const send = async () => {
    const { account: accounts } = dashboard(runtime, member, shop.merchant)
    const { url } = await accounts.sendLink({ id: account.id, attempt: crypto.randomUUID() })
    return url.replace(/.*\//, '')
  }
  const [key, byApi] = [await send(), (await ask()).body.key]
  const { team } = dashboard(runtime, owner, shop.merchant)
  await team.changeRole({ id: member.userId, role: 'viewer' })
  expect(await stateOf(key)).toBe('expired')
  await team.changeRole({ id: member.userId, role: 'support' })
  expect(await stateOf(key)).toBe('fresh')
  await team.remove({ id: member.userId })
  expect([await stateOf(key), await stateOf(byApi)]).toEqual(['expired', 'fresh'])
  expect(await useLink(runtime, key)).toBeUndefined()
  const links = await listSentLinks(shop.context, { accountId: account.id, limit: 10 })
  expect(links.map(({ state }) => state)).toEqual(['open', 'expired'])
})

describe('an invalid key', () => {
  test.each<[string, (key: string) => string]>([
    ['nothing', () => ''],
    ['words', () => 'hello'],
    ['with another signature', (key) => key.replace(/[^.]+$/, 'A'.repeat(43))],
    ['without its end', (key) => key.slice(0, -9)],
    ['without a signature', (key) => key.replace(/\.[^.]+$/, '')],
    ['with NUL', () => `x.${Buffer.from('{"merchant":"\\u0000"}').toString('base64url')}.x`],
    ['unsigned', (key) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${key.split('.')[1]}.`],
  ])('%s opens nothing', async (_, of) => {
    const { key } = (await ask()).body
    expect(await stateOf(of(key))).toBe('unknown')
    expect(await useLink(world.runtime, of(key))).toBeUndefined()
  })

  test("that was cut short still reveals which merchant's form to show", async () => {
    const { key } = (await ask()).body
    for (const cut of [key.slice(0, -9), key.replace(/\.[^.]+$/, '')]) {
      expect(await findLink(world.runtime, cut)).toMatchObject({ merchant: { id: shop.merchant } })
    }
  })

  test('whose link was deleted is unknown', async () => {
    const { key, id } = (await ask()).body
    await world.runtime.db.delete(accountLink).where(eq(accountLink.id, id))
    expect(await stateOf(key)).toBe('unknown')
  })
})

test('a link of a merchant whose clock was moved signs in for 12 hours by that clock', async () => {
  await moveClock(days(30))
  const key = await useLink(world.runtime, (await ask()).body.key)
  const status = async () => (await call(key, 'GET', '/account/me')).status
  expect(await status()).toBe(200)
  await moveClock(days(30) + hours(12))
  expect(await status()).toBe(401)
})

test('a link that asks for another card says so in its mail', async () => {
  await createLink(shop.context, { accountId: account.id, asks: 'card' })
  const [sent] = await world.runtime.db.select().from(mail).where(eq(mail.merchantId, shop.merchant))
  expect(sent).toMatchObject({ template: 'login-link', to: email, data: { asks: 'card' } })
})
