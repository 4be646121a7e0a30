import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { idempotentRequest } from '@/db/schema'
import { call, type ErrorBody, isReplay, newKey, orderOf } from '@/test/call'
import { deferred } from '@/test/deferred'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Account } from '../model/account'
import type { Authorised, Outcome } from '../model/card/service'
import { deleteStoredResponses } from './idempotency'

const world = testWorld()

let shop: TestMerchant

beforeAll(async () => {
  shop = await world.newMerchant()
})

const rows = (key: string) => world.runtime.db.$count(idempotentRequest, sql`key = ${key}`)

test('while the first request runs, a repeated one has to wait', async () => {
  const service = world.runtime.cards.named('test')
  const response = deferred<Outcome<Authorised>>()
  const calls = vi.spyOn(service, 'cancel').mockImplementationOnce(() => response.promise)
  const headers = newKey()
  const path = `/order/${(await orderOf(shop, 10)).id}/event`
  const cancel = () => call<ErrorBody>(shop.privateKey, 'POST', path, { type: 'cancel' }, headers)
  const first = cancel()
  await expect.poll(() => calls.mock.calls.length).toBe(1)
  const second = await cancel()
  expect([second.status, second.body.type, second.headers.get('retry-after')]).toEqual([409, 'conflict', '1'])
  const [firstCall] = calls.mock.calls
  calls.mockRestore()
  if (firstCall) response.resolve(await service.cancel(...firstCall))
  expect((await first).status).toBe(201)
  expect(isReplay(await cancel())).toBe(true)
})

test('a response that says when to try again is not stored, and the repeated request is carried out', async () => {
  const { id } = (
    await call<Account>(shop.privateKey, 'POST', '/account', {
      method: [],
      customer: { email: 'asa@example.com' },
    })
  ).body
  const link = (headers = {}) => call(shop.privateKey, 'POST', `/account/${id}/link`, undefined, headers)
  for (let created = 0; created < 5; created++) expect((await link()).status).toBe(201)
  const headers = newKey()
  expect((await link(headers)).status).toBe(429)
  await world.runtime.db.execute(
    sql`update account_link set created = created - interval '1 hour' where account_id = ${id}`,
  )
  const created = await link(headers)
  expect([created.status, isReplay(created)]).toEqual([201, false])
  expect((await link(headers)).text).toBe(created.text)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a request that is still running is renewed, and its repetition has to wait', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const service = world.runtime.cards.named('test')
  const response = deferred<Outcome<Authorised>>()
  const calls = vi.spyOn(service, 'cancel').mockImplementationOnce(() => response.promise)
  const headers = newKey()
  const path = `/order/${(await orderOf(shop, 10)).id}/event`
  const cancel = () => call<ErrorBody>(shop.privateKey, 'POST', path, { type: 'cancel' }, headers)
  const ofKey = sql`key = ${headers['idempotency-key']}`
  const began = async () => {
    const [row] = await world.runtime.db.select().from(idempotentRequest).where(ofKey)
    return row?.started.getTime()
  }
  const first = cancel()
  await expect.poll(() => calls.mock.calls.length).toBe(1)
  for (const _ of [1, 2]) {
    const before = await began()
    vi.advanceTimersByTime(10_000)
    await expect.poll(began).toBeGreaterThan(before ?? Number.NaN)
  }
  expect((await cancel()).status).toBe(409)
  const [firstCall] = calls.mock.calls
  calls.mockRestore()
  vi.useRealTimers()
  if (firstCall) response.resolve(await service.cancel(...firstCall))
  expect((await first).status).toBe(201)
  expect(isReplay(await cancel())).toBe(true)
})

test('a response is kept for 7 days', async () => {
  const headers = newKey()
  const key = headers['idempotency-key']
  const make = () => call<Account>(shop.privateKey, 'POST', '/account', { method: [] }, headers)
  const age = (by: string) =>
    world.runtime.db.execute(
      sql`update idempotent_request set expires = expires - ${by}::interval where key = ${key}`,
    )
  const first = await make()
  await age('6 days 23 hours')
  expect((await make()).body.id).toBe(first.body.id)
  // A second more, because connections of some machines disagree about the time by milliseconds.
  await age('1 hour 1 second')
  const later = await make()
  expect([later.status, isReplay(later)]).toEqual([201, false])
  expect(later.body.id).not.toBe(first.body.id)
  expect((await make()).text).toBe(later.text)
  await age('7 days 1 second')
  expect(await deleteStoredResponses(world.runtime.db)).toBeGreaterThan(0)
  expect(await rows(key)).toBe(0)
})
