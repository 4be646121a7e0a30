import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { requestLog } from '@/db/schema'
import { call, tokenFor, visa } from '@/test/call'
import { dashboard, newMember } from '@/test/members'
import { testWorld } from '@/test/world'
import { days } from '../clock/clock'
import { forgetLoggedRequests } from './queries'
import { flushRequestLog } from './write'

const world = testWorld()

async function shopWithSupport() {
  const shop = await world.newMerchant()
  const session = await newMember(world.runtime, shop.merchant, 'support')
  const { request } = dashboard(world.runtime, session, shop.merchant)
  const list = async (filters = {}) => {
    await flushRequestLog(world.runtime.db)
    return (await request.list(filters)).rows
  }
  return { shop, request, list }
}

test('a request is told with what it sent and what it was answered', async () => {
  const { shop, request, list } = await shopWithSupport()
  await call(shop.privateKey, 'GET', '/account?limit=3')
  await call(shop.privateKey, 'POST', '/account', { customer: { nme: 'Jane' } }, { 'x-request-id': 'mine' })
  const [failed, read] = await list()
  expect(read).toMatchObject({ method: 'GET', path: '/v1/account', query: 'limit=3', status: 200 })
  expect(failed).toMatchObject({ method: 'POST', path: '/v1/account', status: 400, requestId: 'mine' })
  expect(await request.get({ id: failed?.id ?? '' })).toMatchObject({
    body: { customer: { nme: 'Jane' } },
    answer: { status: 400, content: { property: 'customer.nme' } },
  })
  expect(await list({ outcome: 'failed' })).toHaveLength(1)
  expect(await list({ method: 'GET' })).toHaveLength(1)
  expect(await list({ request: 'mine' })).toHaveLength(1)
})

test('responses are kept of changes and of failures, not of what was read', async () => {
  const { shop, request, list } = await shopWithSupport()
  await call(shop.privateKey, 'GET', '/account')
  await call(shop.privateKey, 'GET', '/account/none')
  await call(shop.privateKey, 'POST', '/account', { method: [] })
  const kept = await Promise.all((await list()).map(async ({ id }) => request.get({ id })))
  expect(kept.map(({ method, status, answer }) => [method, status, answer !== null])).toEqual([
    ['POST', 201, true],
    ['GET', 404, true],
    ['GET', 200, false],
  ])
})

test('no card number, no code and no key is kept', async () => {
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
  const rows = JSON.stringify(
    await db.select().from(requestLog).where(eq(requestLog.merchantId, shop.merchant)),
  )
  for (const secret of [visa, '"987"', token, shop.privateKey, 'ak_test_']) {
    expect(rows.split(secret === 'ak_test_' ? /ak_test_(?!\[hidden)/ : secret)).toHaveLength(1)
  }
})

test('what cannot be stored as it is does not stop the log', async () => {
  const { shop, list } = await shopWithSupport()
  await call(shop.privateKey, 'POST', '/account', '{"number":"a\\u0000b"}')
  await call(shop.privateKey, 'POST', '/account', new Uint8Array([0, 255, 254, 1]))
  await call(shop.privateKey, 'POST', '/account', `{"number":"${'x'.repeat(100_000)}"}`)
  expect(await list()).toHaveLength(3)
})

test('requests of another merchant are not there', async () => {
  const { request, list } = await shopWithSupport()
  const theirs = await shopWithSupport()
  await call(theirs.shop.privateKey, 'GET', '/account')
  const [row] = await theirs.list()
  expect(await list()).toEqual([])
  await expect(request.get({ id: row?.id ?? '' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('after seven days a request is forgotten', async () => {
  const { shop, list } = await shopWithSupport()
  await call(shop.privateKey, 'GET', '/account')
  expect(await list()).toHaveLength(1)
  const { db } = world.runtime
  await forgetLoggedRequests(db, new Date(Date.now() + days(7) - 60_000))
  expect(await list()).toHaveLength(1)
  await forgetLoggedRequests(db, new Date(Date.now() + days(7) + 60_000))
  expect(await list()).toEqual([])
})

test('no security code is kept, neither of text that is no JSON nor by another name', async () => {
  const { shop, list } = await shopWithSupport()
  await call(shop.publicKey, 'POST', '/card', `{"pan":"${visa}","expires":[12,30],"csc":"987",}`)
  await call(shop.publicKey, 'POST', '/card', `pan=${visa}&cvc=987`)
  await call(shop.publicKey, 'POST', '/card', { pan: visa, cvv2: '987', securityCode: '987' })
  expect(await list()).toHaveLength(3)
  const rows = await world.runtime.db
    .select()
    .from(requestLog)
    .where(eq(requestLog.merchantId, shop.merchant))
  expect(JSON.stringify(rows.map(({ body, answer }) => [body, answer]))).not.toContain('987')
})
