import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { idempotentRequest, operation } from '@/db/schema'
import { accountWith, call, type ErrorBody, tokenFor } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { hours, minutes } from '../core/clock'
import { changeMerchant } from '../merchant/change-merchant'
import type { Account } from '../model/account'
import { cardAttempts } from './card-attempt-limits'

const world = testWorld()
const needsApproval = '4000002760003184'
const visa = '4111111111111111'

let shop: TestMerchant

beforeEach(async () => {
  shop = await world.newMerchant()
})

const limits = (cardLimits: object) => changeMerchant(shop.context, { cardLimits })
const from = (source: string) => ({ 'x-kassa-source': source })
const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status).sort()

function orderTwoLines(card: string, key = shop.publicKey, source = '192.0.2.1') {
  const items = [
    { name: 'Tea', price: 10, quantity: 1 },
    { name: 'Honey', price: 20, quantity: 1 },
  ]
  const body = { items, currency: 'SEK', payment: { type: 'card', card }, number: 'A1' }
  return call<ErrorBody>(key, 'POST', '/order', body, from(source))
}

const waits = 'verification required'

const outcome = ({ body: { type, content } }: { body: ErrorBody }) =>
  content.description === waits ? waits : type

test('payments that need approval are limited, although they leave their token unused', async () => {
  await limits({ cardsPerSource: 2 })
  const card = await tokenFor({ publicKey: shop.privateKey, privateKey: '' }, needsApproval)
  // Late in a minute. They count for a minute, not until the next one.
  world.clock.advance(minutes(1.9) - (world.clock.now().getTime() % minutes(1)))
  const responses = [await orderTwoLines(card), await orderTwoLines(card), await orderTwoLines(card)]
  expect(responses.map(outcome)).toEqual([waits, waits, 'too many requests'])
  expect(responses[2]?.body.content.description).toMatch(/^Too many cards were entered at .* Try again in/)
  expect(outcome(await orderTwoLines(card, shop.publicKey, '192.0.2.2'))).toBe(waits)
  expect(outcome(await orderTwoLines(card, shop.privateKey))).toBe(waits)
  for (const expected of ['too many requests', waits]) {
    world.clock.advance(minutes(0.5))
    expect(outcome(await orderTwoLines(card))).toBe(expected)
  }
})

test('an order that waits for approval keeps no lines', async () => {
  const card = await tokenFor(shop, needsApproval)
  await orderTwoLines(card)
  const [row] = await world.runtime.db.select().from(operation).where(eq(operation.merchantId, shop.merchant))
  expect(row?.draft).toMatchObject({ number: 'A1', lines: null, payment: { last4: '3184' } })
})

const byAccount = { items: 10, currency: 'SEK' }

test('accounts that a public key creates are limited by source address, key and merchant', async () => {
  await limits({ cardsPerSource: 1, cardsPerKey: 2, cardsPerMerchant: 2 })
  const create = (source: string, key = shop.publicKey) =>
    call<ErrorBody>(key, 'POST', '/account', { method: [] }, from(source))
  const eleven = (source: string) => Promise.all(Array.from({ length: 11 }, () => create(source)))
  const first = await eleven('192.0.2.1')
  expect(statuses(first)).toEqual([...Array(10).fill(201), 429])
  expect(first.find(({ status }) => status === 429)?.body.content).toEqual({
    type: 'Account',
    description: `Too many accounts were created at ${shop.context.merchant.name} with a public key. Use the private key, or try again in 60 minutes.`,
  })
  expect(statuses(await eleven('192.0.2.2'))).toEqual([...Array(10).fill(201), 429])
  expect((await create('192.0.2.3')).status).toBe(429)
  expect((await create('192.0.2.3', shop.privateKey)).status).toBe(201)
  // None of them was an attempt with a card.
  expect(await cardAttempts(shop.context)).toEqual({ cards: 0, declined: 0, refused: 0 })
  world.clock.advance(hours(1))
  expect((await create('192.0.2.1')).status).toBe(201)
})

test('orders that a public key places on an account are limited by account', async () => {
  await limits({ cardsPerSource: 1, cardsPerKey: 1, cardsPerMerchant: 1 })
  const keys = { ...shop, publicKey: shop.privateKey }
  const [account, other] = [await accountWith(keys, visa), await accountWith(keys, visa)]
  const order = (id: string, { key = shop.publicKey, source = '192.0.2.1' } = {}) =>
    call<ErrorBody>(
      key,
      'POST',
      '/order',
      { ...byAccount, payment: { type: 'account', account: id } },
      from(source),
    )
  const nobody = 'A'.repeat(16)
  for (let sent = 0; sent < 12; sent++) expect((await order(nobody)).status).toBe(400)
  const responses = await Promise.all(Array.from({ length: 11 }, () => order(account.id)))
  expect(statuses(responses)).toEqual([...Array(10).fill(201), 429])
  expect(responses.find(({ status }) => status === 429)?.body.content).toEqual({
    type: 'Order',
    description:
      'Too many orders were placed on this account with a public key. Use the private key, or try again in 60 minutes.',
  })
  expect((await order(account.id, { source: '192.0.2.2' })).status).toBe(429)
  expect((await order(account.id, { key: shop.privateKey })).status).toBe(201)
  expect((await order(other.id)).status).toBe(201)
  world.clock.advance(hours(1))
  expect((await order(account.id)).status).toBe(201)
})

test('a repeated request for an account counts once', async () => {
  await limits({ cardsPerSource: 1 })
  const once = () =>
    call<Account>(shop.publicKey, 'POST', '/account', { method: [] }, { 'idempotency-key': 'first' })
  for (let sent = 0; sent < 12; sent++) expect((await once()).status).toBe(201)
})

test('errors of a public key are not stored, unless a card was tried', async () => {
  await limits({ cardsPerSource: 1 })
  const nobody = 'A'.repeat(16)
  const requests: [status: number, path: string, body: object][] = [
    [404, `/account/${nobody}/method`, { type: 'token', card: 'x' }],
    [400, '/order', { ...byAccount, payment: { type: 'card', card: 'x' } }],
    [400, '/order', { ...byAccount, payment: { type: 'account', account: nobody } }],
    [400, '/account', { method: [{ type: 'token', card: 'x' }] }],
  ]
  for (const [status, path, body] of requests)
    expect((await call(shop.publicKey, 'POST', path, body, { 'idempotency-key': 'x' })).status).toBe(status)
  for (let sent = 0; sent < 12; sent++)
    await call(
      shop.publicKey,
      'POST',
      '/account',
      { method: [], number: `${sent}` },
      { 'idempotency-key': 'x' },
    )
  const stored = await world.runtime.db
    .select()
    .from(idempotentRequest)
    .where(eq(idempotentRequest.merchantId, shop.merchant))
  // The accounts up to the limit.
  expect(stored.map(({ status }) => status)).toEqual(Array(9).fill(201))
})
