import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { acquirerFault, idempotentRequest } from '@/db/schema'
import {
  accountWith,
  call,
  type ErrorBody,
  getOrder,
  isReplay,
  newKey,
  orderOf,
  tokenFor,
  visa,
} from '@/test/call'
import { deferred } from '@/test/deferred'
import { differences } from '@/test/differences'
import { type TestMerchant, testWorld } from '@/test/world'
import { later } from '../core/clock'
import { config, provide } from '../core/config/config'
import { keyedHash } from '../core/crypto'
import type { Account } from '../model/account'
import type { Authorised, Outcome } from '../model/card/service'
import { fail } from '../model/errors'
import type { Order } from '../model/order/schemas'
import { carryOut } from './attempt'
import { idempotently } from './idempotency'

const world = testWorld()

let shop: TestMerchant
beforeAll(async () => {
  shop = await world.newMerchant()
})

/** Runs `work` as if the processes had been started with another AUTH_SECRET. */
async function withOtherSecret(work: () => Promise<void>): Promise<void> {
  const { authSecret } = config()
  provide({ AUTH_SECRET: 'another secret of more than thirty-two characters' })
  try {
    await work()
  } finally {
    provide({ AUTH_SECRET: authSecret })
  }
}

describe('after a change of AUTH_SECRET', () => {
  test('a repeated charge replays the stored response', async () => {
    const { id } = await orderOf(shop, 100)
    const headers = newKey()
    const charge = (items: number) =>
      call<ErrorBody>(shop.privateKey, 'POST', `/order/${id}/event`, { type: 'charge', items }, headers)
    const first = await charge(40)
    await withOtherSecret(async () => {
      const again = await charge(40)
      expect([again.status, again.text, isReplay(again)]).toEqual([201, first.text, true])
      expect((await charge(41)).status).toBe(409)
    })
    expect((await getOrder(shop, id)).status).toEqual({ charged: 40, ordered: 60 })
  })

  test('a repeated order finds the authorisation that used its card token', async () => {
    const headers = newKey()
    const payment = { type: 'card', card: await tokenFor(shop) }
    const order = () =>
      call<Order>(shop.privateKey, 'POST', '/order', { items: 10, currency: 'SEK', payment }, headers)
    const service = world.runtime.cards.named('test')
    const authorize = service.authorize.bind(service)
    const calls = vi.spyOn(service, 'authorize').mockImplementationOnce(async (given) => {
      await authorize(given)
      return { status: 'unknown', cause: new Error('The response was lost') }
    })
    expect((await order()).status).toBe(504)
    calls.mockRestore()
    await withOtherSecret(async () => {
      expect((await order()).status).toBe(201)
    })
    expect(await differences(world.runtime, shop.merchant)).toEqual([])
  })
})

describe('under a public key', () => {
  test('another request with the same key is a separate request', async () => {
    const headers = newKey()
    const create = (number: string) =>
      call<Account>(shop.publicKey, 'POST', '/account', { number, method: [] }, headers)
    const [one, other] = [await create('one'), await create('other')]
    expect([one.status, other.status]).toEqual([201, 201])
    expect(other.body.id).not.toBe(one.body.id)
    const again = await create('one')
    expect([isReplay(again), again.body.id]).toEqual([true, one.body.id])
  })

  test('a running request does not block another with the same key', async () => {
    await world.runtime.db
      .insert(acquirerFault)
      .values({ merchantId: shop.merchant, kind: 'authorise', fault: 'delay', delayMs: 300, remaining: 1 })
    const headers = newKey()
    const account = await accountWith(shop, visa)
    const order = (items: number) =>
      call(
        shop.publicKey,
        'POST',
        '/order',
        {
          ...{ items, currency: 'SEK' },
          payment: { type: 'account', account: account.id },
        },
        headers,
      )
    const [slow, quick] = await Promise.all([order(5), order(6)])
    expect([slow.status, quick.status]).toEqual([201, 201])
  })
})

test('after a failure of the card service the same key begins a new attempt', async () => {
  const { id } = await orderOf(shop, 100)
  await world.runtime.db
    .insert(acquirerFault)
    .values({ merchantId: shop.merchant, kind: 'capture', fault: 'fail', remaining: 1 })
  const headers = newKey()
  const charge = () =>
    call<ErrorBody>(shop.privateKey, 'POST', `/order/${id}/event`, { type: 'charge' }, headers)
  const first = await charge()
  expect([first.status, first.body.type]).toEqual([502, 'backend failure'])
  expect((await charge()).status).toBe(201)
  expect(isReplay(await charge())).toBe(true)
  const order = await getOrder(shop, id)
  expect(order.event.map(({ type }) => type)).toEqual(['order', 'fail', 'charge'])
  expect(order.status).toEqual({ charged: 100 })
})

test('an attempt that was taken over does not release the key of the running one', async () => {
  const { id } = await orderOf(shop, 100)
  const headers = newKey()
  const charge = () =>
    call<ErrorBody>(shop.privateKey, 'POST', `/order/${id}/event`, { type: 'charge' }, headers)
  const service = world.runtime.cards.named('test')
  const capture = service.capture.bind(service)
  const outcomes = [deferred<Outcome<Authorised>>(), deferred<Outcome<Authorised>>()]
  const calls = vi.spyOn(service, 'capture')
  for (const { promise } of outcomes) calls.mockImplementationOnce(() => promise)
  const first = charge()
  await expect.poll(() => calls.mock.calls.length).toBe(1)
  await world.runtime.db
    .update(idempotentRequest)
    .set({ started: sql`now() - interval '31 seconds'` })
    .where(sql`key = ${headers['idempotency-key']}`)
  const second = charge()
  await expect.poll(() => calls.mock.calls.length).toBe(2)
  outcomes[0]?.resolve({ status: 'unknown', cause: new Error('late') })
  expect((await first).status).toBe(504)
  const third = await charge()
  expect([third.status, third.body.type]).toEqual([409, 'conflict'])
  const asked = calls.mock.calls[1]?.[0]
  if (!asked) throw new Error('The second attempt did not reach the card service')
  outcomes[1]?.resolve(await capture(asked))
  expect((await second).status).toBe(201)
  calls.mockRestore()
  expect((await getOrder(shop, id)).status).toEqual({ charged: 100 })
})

test('a key that could not be released at first is released as soon as the database allows', async () => {
  const { id } = await orderOf(shop, 100)
  const headers = newKey()
  const charge = () =>
    call<ErrorBody>(shop.privateKey, 'POST', `/order/${id}/event`, { type: 'charge' }, headers)
  const { db } = world.runtime
  await db.execute(sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'disk full' using errcode = '53100'; end $$`)
  for (const table of ['idempotent_request', 'order_event']) {
    await db.execute(
      sql.raw(`create trigger refuse before update or insert on ${table} for each row
      when (new.merchant_id = '${shop.merchant}'${table === 'idempotent_request' ? " and new.started = 'epoch'" : ''})
      execute function refuse()`),
    )
  }
  expect((await charge()).status).toBe(503)
  expect((await charge()).status).toBe(409)
  for (const table of ['idempotent_request', 'order_event']) {
    await db.execute(sql.raw(`drop trigger refuse on ${table}`))
  }
  await expect.poll(async () => (await charge()).status).toBe(201)
  expect((await getOrder(shop, id)).event.map(({ type }) => type)).toEqual(['order', 'charge'])
})

test('a key that cannot be freed gets a response, and the request ends', async () => {
  const headers = newKey()
  const create = () => call<ErrorBody>(shop.privateKey, 'POST', '/account', { method: [] }, headers)
  const { db } = world.runtime
  const isKey = sql`key = ${headers['idempotency-key']}`
  expect((await create()).status).toBe(201)
  await db.update(idempotentRequest).set({ expires: sql`now() - interval '1 second'` }).where(isKey)
  await db.execute(
    sql`create function keep() returns trigger language plpgsql as $$ begin return null; end $$`,
  )
  await db.execute(
    sql`create trigger keep before delete on idempotent_request for each row execute function keep()`,
  )
  const refused = await create()
  await db.execute(sql`drop trigger keep on idempotent_request`)
  expect([refused.status, refused.body.type, refused.headers.get('retry-after')]).toEqual([
    409,
    'conflict',
    '1',
  ])
  expect((await create()).status).toBe(201)
})

test('an attempt that continues an earlier one keeps its key, whatever it is refused for', async () => {
  const body = new Uint8Array()
  const request = {
    method: 'POST',
    path: '/v1/order',
    query: '',
    headers: new Headers(newKey()),
    body: async () => body,
  }
  const changing = { context: shop.context, request, requestId: 'r', body }
  const origins = new Set<string | undefined>()
  const attempt = (error: Error) =>
    idempotently(changing, async (origin) => {
      origins.add(origin)
      throw error
    })
  expect(await attempt(fail('card-service.no-response'))).toMatchObject({ status: 504 })
  for (let each = 0; each < 2; each++)
    expect(await attempt(fail('card.expired'))).toMatchObject({
      status: 400,
    })
  expect(origins.size).toBe(1)
})

test('a request that was stored with the earlier kind of fingerprint is replayed', async () => {
  const { id } = await orderOf(shop, 100)
  const headers = newKey()
  const body = { type: 'charge', items: 40 }
  const charge = () => call(shop.privateKey, 'POST', `/order/${id}/event`, body, headers)
  const first = await charge()
  const fingerprint = keyedHash('request', Buffer.from(`POST /v1/order/${id}/event\n${JSON.stringify(body)}`))
  await world.runtime.db
    .update(idempotentRequest)
    .set({ fingerprint })
    .where(eq(idempotentRequest.key, headers['idempotency-key']))
  const again = await charge()
  expect([again.status, again.text, isReplay(again)]).toEqual([201, first.text, true])
})

test('an attempt that ends late neither frees nor answers a key that another one has taken over', async () => {
  const { db } = world.runtime
  const headers = newKey()
  const isIt = eq(idempotentRequest.key, headers['idempotency-key'])
  await call(shop.privateKey, 'POST', '/account', { method: [] }, headers)
  const [row] = await db.update(idempotentRequest).set({ status: null, body: null }).where(isIt).returning()
  if (!row) expect.fail('The request was not stored')
  await db
    .update(idempotentRequest)
    .set({ started: later(row.started, 1000) })
    .where(isIt)
  await carryOut({ db }, row, async () => ({ result: undefined, end: 'refused' }))
  await carryOut({ db }, row, async () => ({ result: undefined, end: { status: 201, body: {} } }))
  expect(await db.select().from(idempotentRequest).where(isIt)).toMatchObject([{ status: null, body: null }])
})
