import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEntry, operation, subscription } from '@/db/schema'
import { accountWith, getOrder, visa } from '@/test/call'
import { differences } from '@/test/differences'
import { dashboard, newMember } from '@/test/members'
import { testWorld } from '@/test/world'
import { runBilling } from '../billing/run'
import { addDays, dayOf } from '../model/calendar'

const world = testWorld()
const declining = '4000000000000341'
const today = () => dayOf(world.clock.now(), 'Europe/Stockholm')
const attempt = () => crypto.randomUUID()

async function shopWith(pan = visa) {
  const shop = await world.newMerchant()
  const session = await newMember(world.runtime, shop.merchant, 'support')
  const { id: account } = await accountWith(shop, pan)
  return { shop, account, call: dashboard(world.runtime, session, shop.merchant).subscription }
}

const terms = (more: object = {}) => ({
  items: [{ name: 'Coffee', price: 80, vat: 25 }],
  currency: 'SEK',
  schedule: 'daily' as const,
  start: today(),
  ...more,
})

/** Creates a subscription whose first `days` payments have failed. */
async function owing(days = 2) {
  const setup = await shopWith(declining)
  const { id } = await setup.call.add({
    account: setup.account,
    attempt: attempt(),
    subscription: terms({ start: addDays(today(), 1 - days) }),
  })
  await runBilling(setup.shop.context)
  return { ...setup, id }
}

/** Makes the card work at the acquirer. This alone pays nothing. */
const mendCards = (merchant: string) =>
  world.runtime.db.execute(
    sql`update acquirer_card set behaviour = 'accepted' where merchant_id = ${merchant}`,
  )

const paymentsOf = (merchant: string) =>
  world.runtime.db.$count(
    operation,
    and(eq(operation.merchantId, merchant), eq(operation.kind, 'pay'), eq(operation.status, 'done')),
  )

test('a subscription that is added is listed, shown, and found by its account, number, payer and date', async () => {
  const { account, call } = await shopWith()
  const { id } = await call.add({
    account,
    attempt: attempt(),
    subscription: terms({ number: 'S-1', start: '2090-01-31' }),
  })
  const row = {
    account,
    id,
    what: 'Coffee',
    amount: 10_000n,
    words: 'every day',
    due: '2090-01-31',
    states: ['active'],
  }
  for (const query of [
    {},
    { account },
    { search: 'S-1' },
    { search: account.slice(3, 12) },
    { due: '2090-02-01' },
    { status: 'active' as const },
  ]) {
    expect((await call.list(query)).subscriptions).toMatchObject([row])
  }
  for (const query of [{ due: '2090-01-31' }, { search: 'nobody' }, { status: 'ended' as const }]) {
    expect((await call.list(query)).subscriptions).toEqual([])
  }
  expect(await call.get({ account, id })).toMatchObject({
    ...{ number: 'S-1', lines: [{ name: 'Coffee', total: '10000' }], unpaid: [], states: ['active'] },
    account: { id: account, status: 'active', card: { last4: '1111' } },
  })
})

test('pressing twice adds one subscription', async () => {
  const { account, call } = await shopWith()
  const pressed = { account, attempt: attempt(), subscription: terms() }
  const [once, twice] = await Promise.all([call.add(pressed), call.add(pressed)])
  expect(twice).toEqual(once)
  expect((await call.list({})).subscriptions).toHaveLength(1)
})

test.each([
  ['items', { items: 999 }],
  ['currency', { currency: 'EUR' }],
  ['schedule', { schedule: { frequency: 'yearly', offset: [3, -1] } }],
  ['start', { start: '2199-01-01' }],
  ['end', { end: '2199-01-01' }],
  ['number', { number: 'Another' }],
])('rejects a repeated press with a different %s', async (_, other) => {
  const { call, account } = await shopWith()
  const pressed = { account, attempt: attempt(), subscription: terms() }
  await call.add(pressed)
  await expect(call.add({ ...pressed, subscription: terms(other) as never })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect((await call.list({ account })).subscriptions).toHaveLength(1)
})

test('an error names the invalid property', async () => {
  const { account, call } = await shopWith()
  const add = (more: object) => call.add({ account, attempt: attempt(), subscription: terms(more) as never })
  for (const [more, property] of [
    [{ items: [{ price: 1 }, { price: -1 }] }, 'subscription.items[1].price'],
    [{ schedule: { frequency: 'weekly', offset: 9 } }, 'subscription.schedule.offset'],
    [{ end: addDays(today(), -1) }, 'end'],
    [{ start: '2001-01-01' }, 'start'],
  ] as const) {
    await expect(add(more)).rejects.toMatchObject({ details: { content: { property } } })
  }
})

test('a change moves the next date; a future end can be removed, a past one cannot', async () => {
  const { account, call } = await shopWith()
  const { id } = await call.add({
    account,
    attempt: attempt(),
    subscription: terms({ start: '2090-01-31', schedule: 'monthly' }),
  })
  const change = (change: object) => call.change({ account, id, change })
  await change({ schedule: { frequency: 'monthly', offset: 14 }, end: '2090-03-15' })
  expect(await call.get({ account, id })).toMatchObject({ due: '2090-02-15', end: '2090-03-15' })
  await change({ end: null })
  expect(await call.get({ account, id })).toMatchObject({ end: null, states: ['active'] })
  await call.end({ account, id })
  expect(await call.get({ account, id })).toMatchObject({ due: null, end: today(), states: ['ended'] })
  await expect(change({ end: null })).rejects.toMatchObject({ details: { content: { property: 'end' } } })
})

const confirmed = (unpaid: readonly { orderId: string; amount: bigint }[]) =>
  unpaid.map(({ orderId, amount }) => ({ orderId, amount }))

describe('paying what is unpaid now', () => {
  test('charges exactly what was confirmed, once, however often it is pressed', async () => {
    const { shop, account, call, id } = await owing(2)
    const { unpaid, states } = await call.get({ account, id })
    expect(unpaid).toMatchObject([{ amount: 10_000n, givenUp: false }, { amount: 10_000n }])
    expect(states).toEqual(['retrying', 'active'])
    expect((await call.list({ status: 'retrying' })).subscriptions).toHaveLength(1)
    await mendCards(shop.merchant)
    const orders = confirmed(unpaid)
    const pressed = { account, id, attempt: attempt(), orders }
    const results = await Promise.all([call.payNow(pressed), call.payNow(pressed)])
    results.push(await call.payNow(pressed))
    for (const result of results) expect(result).toEqual({ charged: orders, refusal: undefined })
    expect(await paymentsOf(shop.merchant)).toBe(2)
    expect(await call.get({ account, id })).toMatchObject({ unpaid: [], states: ['active'] })
    expect(await differences(world.runtime, shop.merchant)).toEqual([])
  })

  test('charges the rest when the list is shorter after a lost response', async () => {
    const { shop, account, call, id } = await owing(2)
    const orders = confirmed((await call.get({ account, id })).unpaid)
    await mendCards(shop.merchant)
    const pressed = { account, id, attempt: attempt() }
    await call.payNow({ ...pressed, orders: orders.slice(0, 1) })
    const result = await call.payNow({ ...pressed, orders: orders.slice(1) })
    expect(result).toEqual({ charged: orders.slice(1), refusal: undefined })
    expect(await call.get({ account, id })).toMatchObject({ unpaid: [], states: ['active'] })
    expect(await paymentsOf(shop.merchant)).toBe(2)
  })

  test('stops at the first refusal, says why, and keeps the next retry', async () => {
    const { shop, account, call, id } = await owing(2)
    const { unpaid } = await call.get({ account, id })
    const orders = confirmed(unpaid)
    const pressed = { account, id, attempt: attempt(), orders }
    const result = await call.payNow(pressed)
    expect(result).toMatchObject({ charged: [], refusal: { code: 'card declined' } })
    expect(await call.payNow(pressed)).toEqual(result)
    const [{ attempts: untouched } = { attempts: [] }, { attempts } = { attempts: [] }] = (
      await call.orders({ account, id })
    ).orders
    expect([attempts.length, untouched.length]).toEqual([2, 1])
    expect(
      (await call.get({ account, id })).unpaid.every(({ retryOn }) => retryOn === addDays(today(), 1)),
    ).toBe(true)
    expect(await paymentsOf(shop.merchant)).toBe(0)
  })

  test('never charges another amount, or an order of another subscription', async () => {
    const { shop, account, call, id } = await owing(1)
    await mendCards(shop.merchant)
    const { unpaid } = await call.get({ account, id })
    const orderId = unpaid[0]?.orderId ?? ''
    const pay = (orders: { orderId: string; amount: bigint }[], of = { account, id }) =>
      call.payNow({ ...of, attempt: attempt(), orders })
    expect(await pay([{ orderId, amount: 9_999n }])).toMatchObject({
      charged: [],
      refusal: { description: expect.stringContaining('changed in the meantime') },
    })
    const other = await call.add({
      account,
      attempt: attempt(),
      subscription: terms({ start: '2090-01-01' }),
    })
    await expect(pay([{ orderId, amount: 10_000n }], { account, id: other.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await getOrder(shop, orderId)).status).toEqual({ pending: 100 })
  })

  test('pays once when the worker retries at the same moment', async () => {
    const { shop, account, call, id } = await owing(1)
    await mendCards(shop.merchant)
    const orders = (await call.get({ account, id })).unpaid.map(({ orderId, amount }) => ({
      orderId,
      amount,
    }))
    await world.runtime.db.execute(
      sql`update "order" set retry_on = ${today()}::date where merchant_id = ${shop.merchant}`,
    )
    await Promise.all([
      runBilling(shop.context),
      call.payNow({ account, id, attempt: attempt(), orders }),
      call.payNow({ account, id, attempt: attempt(), orders }),
    ])
    expect(await paymentsOf(shop.merchant)).toBe(1)
    expect(await differences(world.runtime, shop.merchant)).toEqual([])
  })
})

test('lists its orders page by page, latest date first, with every payment attempt', async () => {
  const { shop, account, call } = await shopWith()
  const { id } = await call.add({
    account,
    attempt: attempt(),
    subscription: terms({ start: addDays(today(), -19) }),
  })
  await runBilling(shop.context)
  const first = await call.orders({ account, id })
  expect(first.orders.map(({ due }) => due)).toEqual(
    Array.from({ length: 12 }, (_, back) => addDays(today(), -back)),
  )
  expect(first.orders[0]).toMatchObject({ amount: 10_000n, attempts: [{ type: 'charge', amount: 10_000n }] })
  const second = await call.orders({ account, id, ...(first.next && { cursor: first.next }) })
  expect(second.orders.map(({ due }) => due).at(-1)).toBe(addDays(today(), -19))
  expect(second.next).toBeUndefined()
  await expect(call.orders({ account, id, cursor: 'x' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('subscriptions of another merchant are not found', async () => {
  const theirs = await owing(1)
  const { call } = await shopWith()
  const { account, id } = theirs
  const order = {
    orderId: (await theirs.call.get({ account, id })).unpaid[0]?.orderId ?? '',
    amount: 10_000n,
  }
  for (const act of [
    () => call.get({ account, id }),
    () => call.orders({ account, id }),
    () => call.add({ account, attempt: attempt(), subscription: terms() }),
    () => call.change({ account, id, change: { items: 1 } }),
    () => call.end({ account, id }),
    () => call.payNow({ account, id, attempt: attempt(), orders: [order] }),
  ]) {
    await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  const [row] = await world.runtime.db
    .select()
    .from(subscription)
    .where(eq(subscription.merchantId, theirs.shop.merchant))
  expect([row?.ended, row?.amount]).toEqual([null, 10_000n])
})

test('the audit log records changes under the name of the subscription', async () => {
  const { shop, account, call } = await shopWith()
  const { id } = await call.add({ account, attempt: attempt(), subscription: terms({ start: '2090-01-31' }) })
  await call.change({ account, id, change: { items: 50 } })
  await call.end({ account, id })
  const entries = await world.runtime.db
    .select()
    .from(auditEntry)
    .where(eq(auditEntry.merchantId, shop.merchant))
  expect(entries.map(({ action, subjectId }) => [action, subjectId]).sort()).toEqual([
    ['subscription.add', `${account}/${id}`],
    ['subscription.change', `${account}/${id}`],
    ['subscription.end', `${account}/${id}`],
  ])
  expect(entries.find(({ action }) => action === 'subscription.change')).toMatchObject({
    before: { items: [{ name: 'Coffee' }] },
    after: { items: 50 },
  })
})
