import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect, type Database } from '@/db/client'
import { requestContents, requestLog, requestLogUsage } from '@/db/schema'
import { call, tokenFor, visa } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { testWorld } from '@/test/world'
import { days } from '../core/clock'
import { provide } from '../core/config/config'
import { deleteOldRequests } from './delete-old-requests'
import { logLimits } from './usage'
import { flushRequestLog, logRequest } from './write'

const world = testWorld()

async function shopWithSupport() {
  const shop = await world.newMerchant()
  const { request } = await dashboardAs(world.runtime, shop.merchant, 'support')
  const list = async (filters = {}) => {
    await flushRequestLog(world.runtime.db)
    return (await request.list(filters)).rows
  }
  return { shop, request, list }
}

const ours = { keyId: 'k', isPublic: false }
const entry = (merchantId: string) => ({
  ...{
    merchantId,
    ...ours,
    requestId: 'r',
    date: new Date(),
    query: '',
    method: 'GET',
    path: '/v1/order',
  },
  ...{ milliseconds: 1, status: 200, body: undefined, responseBody: null },
})

const contentsOf = async (db: Database, merchantId: string) =>
  (await db.select().from(requestContents).where(eq(requestContents.merchantId, merchantId))).flatMap(
    ({ contents }) => contents,
  )

test('shows a request with its body and its response', async () => {
  const { shop, request, list } = await shopWithSupport()
  await call(shop.privateKey, 'GET', '/account?limit=3')
  await call(shop.privateKey, 'POST', '/account', { customer: { nme: 'Jane' } }, { 'x-request-id': 'mine' })
  const [failed] = await list({ method: 'POST' })
  const [read] = await list({ method: 'GET' })
  expect(read).toMatchObject({ method: 'GET', path: '/v1/account', query: 'limit=3', status: 200 })
  expect(failed).toMatchObject({ method: 'POST', path: '/v1/account', status: 400, requestId: 'mine' })
  expect(await request.get({ id: failed?.id ?? '' })).toMatchObject({
    body: { customer: { nme: 'Jane' } },
    responseBody: { status: 400, content: { property: 'customer.nme' } },
  })
  expect(await list({ outcome: 'failed' })).toHaveLength(1)
  expect(await list()).toHaveLength(2)
  expect(await list({ request: 'mine' })).toHaveLength(1)
  expect(await list({ start: '2026-01-01' })).toHaveLength(2)
  expect(await list({ end: '2026-01-01' })).toHaveLength(0)
})

test('keeps responses to changes and failures, but not to successful reads', async () => {
  const { shop, request, list } = await shopWithSupport()
  await call(shop.privateKey, 'GET', '/account')
  await call(shop.privateKey, 'GET', '/account/none')
  await call(shop.privateKey, 'POST', '/account', { method: [] })
  const kept = await Promise.all((await list()).map(async ({ id }) => request.get({ id })))
  // By status: two requests of the same millisecond are in no particular order.
  kept.sort((one, other) => one.status - other.status)
  expect(kept.map(({ method, status, responseBody }) => [method, status, responseBody !== null])).toEqual([
    ['GET', 200, false],
    ['POST', 201, true],
    ['GET', 404, true],
  ])
})

test('keeps no card number, no security code and no key', async () => {
  const { shop, list } = await shopWithSupport()
  const token = await tokenFor(shop)
  const { body } = await call<{ id: string }>(shop.privateKey, 'POST', '/account', {
    customer: { name: `Jane ${visa}` },
    method: [{ type: 'token', card: token }],
  })
  await call(shop.privateKey, 'POST', `/account/${body.id}/key`)
  await call(shop.privateKey, 'POST', '/account', `{"number": "${visa}", nonsense`)
  expect(await list()).toHaveLength(4)
  const { db } = world.runtime
  const rows = JSON.stringify([
    await db.select().from(requestLog).where(eq(requestLog.merchantId, shop.merchant)),
    await contentsOf(db, shop.merchant),
  ])
  for (const secret of [visa, '"987"', token, shop.privateKey, 'ak_test_']) {
    expect(rows.split(secret === 'ak_test_' ? /ak_test_(?!\[hidden)/ : secret)).toHaveLength(1)
  }
})

test('each of many requests that are written together is shown with its own content', async () => {
  const [one, other] = await Promise.all([shopWithSupport(), shopWithSupport()])
  const logged = (merchantId: string, number: number) =>
    logRequest(world.runtime.db, {
      ...{ merchantId, ...ours, requestId: `${number}`, date: new Date(), query: '', method: 'POST' },
      ...{ path: '/v1/order', milliseconds: 1, status: 201, responseBody: null },
      body: Buffer.from(
        JSON.stringify({ number: `${merchantId} ${number}`, text: 'x'.repeat((number % 7) * 1000) }),
      ),
    })
  for (let number = 0; number < 250; number++) {
    logged(one.shop.merchant, number)
    if (number % 3 === 0) logged(other.shop.merchant, number)
  }
  for (const { request, list, shop } of [one, other]) {
    const shown = await list()
    expect(shown.length).toBeGreaterThan(20)
    for (const { id, requestId } of shown) {
      expect((await request.get({ id })).body).toMatchObject({ number: `${shop.merchant} ${requestId}` })
    }
  }
  const packs = world.runtime.db.$count(requestContents, eq(requestContents.merchantId, one.shop.merchant))
  expect(await packs).toBeLessThan(20)
})

test('data that cannot be stored unchanged does not stop the log', async () => {
  const { shop, list } = await shopWithSupport()
  await call(shop.privateKey, 'POST', '/account', '{"number":"a\\u0000b"}')
  await call(shop.privateKey, 'POST', '/account', new Uint8Array([0, 255, 254, 1]))
  await call(shop.privateKey, 'POST', '/account', `{"number":"${'x'.repeat(100_000)}"}`)
  expect(await list()).toHaveLength(3)
})

test('requests of another merchant are not found', async () => {
  const { request, list } = await shopWithSupport()
  const theirs = await shopWithSupport()
  await call(theirs.shop.privateKey, 'GET', '/account')
  const [row] = await theirs.list()
  expect(await list()).toEqual([])
  await expect(request.get({ id: row?.id ?? '' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a request is deleted after seven days', async () => {
  const { shop, list } = await shopWithSupport()
  await call(shop.privateKey, 'GET', '/account')
  await call(shop.privateKey, 'POST', '/account', { method: [] })
  const { db } = world.runtime
  const kept = async () => [(await list()).length, (await contentsOf(db, shop.merchant)).length]
  expect(await kept()).toEqual([2, 1])
  await deleteOldRequests(db, new Date(Date.now() + days(7) - 60_000))
  expect(await kept()).toEqual([2, 1])
  await deleteOldRequests(db, new Date(Date.now() + days(7) + 60_000))
  expect(await kept()).toEqual([0, 0])
})

test('keeps no security code, even from text that is not JSON or under another name', async () => {
  const { shop, list } = await shopWithSupport()
  await call(shop.publicKey, 'POST', '/card', `{"pan":"${visa}","expires":[12,30],"csc":"987",}`)
  await call(shop.publicKey, 'POST', '/card', `pan=${visa}&cvc=987`)
  await call(shop.publicKey, 'POST', '/card', { pan: visa, cvv2: '987', securityCode: '987' })
  expect(await list()).toHaveLength(3)
  const contents = await contentsOf(world.runtime.db, shop.merchant)
  expect(contents).toHaveLength(3)
  expect(JSON.stringify(contents)).not.toContain('987')
})

/** What PostgreSQL cannot store, in every place that a caller fills. */
const unstorable = ['\\ud800', '\\udc00', '\\u0000', '\\ud83d x', 'a\\u0000b']

test('an entry that cannot be stored unchanged does not affect other entries', async () => {
  const attacker = await shopWithSupport()
  const victim = await shopWithSupport()
  for (const text of unstorable) {
    await call(attacker.shop.publicKey, 'POST', '/account', `{"number":"${text}"}`)
    await call(attacker.shop.publicKey, 'POST', '/account', `{"${text}":1}`)
    await call(attacker.shop.publicKey, 'POST', '/account', `{"method":["${text}",{"${text}":["${text}"]}]}`)
    await call(victim.shop.privateKey, 'GET', '/account')
  }
  await call(attacker.shop.privateKey, 'GET', '/account?search=%00&number=%ED%A0%80')
  await call(attacker.shop.privateKey, 'GET', '/account?%00=%00')
  expect(await attacker.list()).toHaveLength(17)
  expect(await victim.list()).toHaveLength(5)
})

test('a row that PostgreSQL refuses affects only itself and is counted', async () => {
  const { shop, request, list } = await shopWithSupport()
  const good = { merchantId: shop.merchant, ...ours, requestId: 'r', date: new Date(), query: '' }
  const rest = { method: 'GET', path: '/v1/order', milliseconds: 1, body: undefined, responseBody: null }
  // Larger than an integer column allows.
  for (const status of [200, 2 ** 40, 201, 2 ** 40, 202])
    logRequest(world.runtime.db, { ...good, ...rest, status })
  expect((await list()).map(({ status }) => status).sort()).toEqual([200, 201, 202])
  expect((await request.notLogged()).hour).toEqual({ overLimit: 0, failed: 2 })
})

test('one merchant can only fill its own share of the log, and sees what is missing', async () => {
  const flooding = await shopWithSupport()
  const other = await shopWithSupport()
  // An hour can end meanwhile.
  provide({ REQUEST_LOG_MB_PER_HOUR: '1', REQUEST_LOG_MB_PER_DAY: '1' })
  try {
    const body = { nothing: 'x'.repeat(15_000) }
    for (let count = 0; count < 120; count++) {
      await call(flooding.shop.publicKey, 'POST', '/account', body)
      if (count % 15 === 14) await flushRequestLog(world.runtime.db)
    }
    for (const { shop } of [flooding, other]) await call(shop.privateKey, 'GET', '/account')
    const { hour, day, limits } = await flooding.request.notLogged()
    expect(limits.perHour).toBe(1_000_000)
    expect(hour.overLimit).toBeGreaterThan(80)
    expect((await flooding.list({ method: 'GET' })).length).toBe(1)
    expect(day).toEqual(hour)
    const ofFlooding = eq(requestLog.merchantId, flooding.shop.merchant)
    expect((await world.runtime.db.$count(requestLog, ofFlooding)) + hour.overLimit).toBe(121)
    expect(await other.list()).toHaveLength(1)
    expect((await other.request.notLogged()).hour).toEqual({ overLimit: 0, failed: 0 })
  } finally {
    provide({ REQUEST_LOG_MB_PER_HOUR: '', REQUEST_LOG_MB_PER_DAY: '' })
  }
})

test('when the database fails between two parts, the first is kept and the requests of the others are counted', async () => {
  const { shop, request, list } = await shopWithSupport()
  let insertions = 0
  const failing = connect(world.databaseUrl, {
    replace: (query) =>
      query.startsWith('insert into "request_log" ') && ++insertions > 1
        ? { query: 'select * from missing_table', values: [] }
        : undefined,
  })
  onTestFinished(() => failing.close())
  // Otherwise, requests of earlier tests could be in the first part, too.
  await flushRequestLog(world.runtime.db)
  for (let count = 0; count < 100; count++) logRequest(failing.db, entry(shop.merchant))
  await flushRequestLog(failing.db)
  const { db } = world.runtime
  const kept = await db.$count(requestLog, eq(requestLog.merchantId, shop.merchant))
  expect(kept).toBe(40)
  expect((await request.notLogged()).hour).toEqual({ overLimit: 0, failed: 60 })
  expect(await list()).not.toEqual([])
})

test('one busy merchant does not crowd out another while the database is slow', async () => {
  const busy = await shopWithSupport()
  const other = await shopWithSupport()
  for (let count = 0; count < 3000; count++) logRequest(world.runtime.db, entry(busy.shop.merchant))
  logRequest(world.runtime.db, entry(other.shop.merchant))
  expect(await other.list()).toHaveLength(1)
  expect((await busy.request.notLogged()).hour).toEqual({ overLimit: 0, failed: 2000 })
})

test('responses that wait for a slow database do not fill the memory', async () => {
  const shops = await Promise.all(Array.from({ length: 5 }, shopWithSupport))
  const failed = async () =>
    (await Promise.all(shops.map(({ request }) => request.notLogged()))).reduce(
      (sum, { hour }) => sum + hour.failed,
      0,
    )
  const log = (characters: number, times: number) => {
    const responseBody = JSON.stringify('x'.repeat(characters))
    for (const { shop } of shops)
      for (let count = 0; count < times; count++)
        logRequest(world.runtime.db, { ...entry(shop.merchant), method: 'PATCH', responseBody })
    return flushRequestLog(world.runtime.db)
  }
  // Too long to be stored.
  await log(1_000_000, 20)
  expect(await failed()).toBe(0)
  await log(16_300, 950)
  expect(await failed()).toBeGreaterThan(600)
})

test('a merchant that has filled its share of the day logs nothing more in a new hour', async () => {
  const { shop, request, list } = await shopWithSupport()
  const { db } = world.runtime
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 5 * 3_600_000)
  const bytes = logLimits().perDay
  await db.insert(requestLogUsage).values({ merchantId: shop.merchant, hour, bytes, overLimit: 0, failed: 0 })
  await call(shop.privateKey, 'GET', '/account')
  expect(await list()).toEqual([])
  expect((await request.notLogged()).day.overLimit).toBe(1)
})

test('missing entries are shown for this hour and the previous one, and for a day', async () => {
  const now = Math.floor(Date.now() / 3_600_000) * 3_600_000
  // No hour ends during the test.
  vi.useFakeTimers({ toFake: ['Date'], now: now + 1_800_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { shop, request } = await shopWithSupport()
  for (const { ago, overLimit } of [
    { ago: 0, overLimit: 1 },
    { ago: 1, overLimit: 10 },
    { ago: 2, overLimit: 100 },
    { ago: 24, overLimit: 1000 },
  ]) {
    const hour = new Date(now - ago * 3_600_000)
    const row = { merchantId: shop.merchant, hour, bytes: 0, overLimit, failed: 0 }
    await world.runtime.db.insert(requestLogUsage).values(row)
  }
  expect(await request.notLogged()).toMatchObject({ hour: { overLimit: 11 }, day: { overLimit: 111 } })
})
