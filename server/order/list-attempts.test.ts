import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { operation } from '@/db/schema'
import {
  declining,
  mailsOf,
  move,
  ordersOf,
  payer,
  shopOn,
  shopWithUnpaidOrder,
  subscribe,
} from '@/test/billing'
import { call, post, tokenFor, visa } from '@/test/call'
import { dashboard, dashboardAs, newMember } from '@/test/members'
import { type TestMerchant, testWorld } from '@/test/world'
import { addDays } from '../model/calendar'
import type { Order } from '../model/order/schemas'
import { type AttemptFilters, AttemptListQuery } from './attempt-filters'
import { exportAttempts } from './export-attempts'
import { listAttempts, totalAttempts } from './list-attempts'

const world = testWorld()
const poor = '4000000000009995'
let shop: TestMerchant
let suspended: string
let jane: string

const attempts = async (filters: Partial<AttemptFilters> = {}, of = shop) =>
  (await listAttempts(of.context, { ...AttemptListQuery.parse(filters), limit: 50 })).rows

/** Attempts from everywhere: a checkout, a key, the dashboard, a refund, and a subscription that is given up. */
beforeAll(async () => {
  shop = await shopOn(world, '2027-03-01')
  const order = async (key: string, number: string, { items = 30, pan = visa } = {}) => {
    const payment = { type: 'card', card: await tokenFor(shop, pan) }
    return call<Order>(key, 'POST', '/order', { number, items, currency: 'SEK', payment })
  }
  expect((await order(shop.publicKey, 'W_1', { pan: poor })).status).toBe(400)
  expect((await order(shop.privateKey, 'K-1', { pan: poor })).status).toBe(400)
  // Paid with another card.
  expect((await order(shop.publicKey, 'W_1')).status).toBe(201)
  const { body } = await order(shop.publicKey, 'R-1', { items: 12.5, pan: '4000000000005126' })
  expect((await post(shop, body.id, { type: 'charge' })).status).toBe(201)
  await post(shop, body.id, { type: 'refund' })
  const account = await payer(shop, declining)
  jane = account.id
  const owner = await newMember(world.runtime, shop.merchant, 'owner')
  await dashboard(world.runtime, owner, shop.merchant)
    .account.order({
      ...{ id: jane, items: 7, currency: 'EUR', number: 'D-1', charge: false },
      ...{ attempt: crypto.randomUUID(), expected: 700n },
    })
    .then(
      () => expect.fail('The card was not declined'),
      () => undefined,
    )
  const given = await payer(shop, declining)
  suspended = given.id
  await subscribe(shop, given)
  await move(shop, { to: '2027-03-03' })
})

test('attempts from everywhere are listed, newest first, with where they came from', async () => {
  const rows = await attempts()
  expect(rows.map(({ created }) => created.getTime())).toEqual(
    rows.map(({ created }) => created.getTime()).sort((one, other) => other - one),
  )
  const from = (source: string) => rows.filter((row) => row.source === source)
  expect(from('checkout')).toMatchObject([{ number: 'W_1', kind: 'authorise', code: 'insufficient funds' }])
  expect(from('dashboard')).toMatchObject([{ number: 'D-1', accountId: jane, currency: 'EUR', amount: 700n }])
  expect(from('api')).toMatchObject([
    { number: 'R-1', kind: 'refund', hasOrder: true, amount: 1250n },
    { number: 'K-1', kind: 'authorise', hasOrder: false },
  ])
  expect(from('subscription').length).toBeGreaterThan(0)
  for (const row of rows) expect(row.card?.last4).toMatch(/^\d{4}$/)
})

test('a refused checkout names the order that was paid instead', async () => {
  const [checkout] = await attempts({ source: 'checkout' })
  const { rows } = await listAttempts(shop.context, { limit: 1, order: checkout?.orderId ?? '' })
  expect(rows).toEqual([checkout])
  expect(checkout?.hasOrder).toBe(false)
  expect(checkout?.paidOrderId).toMatch(/^[A-Za-z]{16}$/)
  expect((await attempts({ search: 'K-1' }))[0]?.paidOrderId).toBeNull()
})

test('an order that was cancelled afterwards does not count as paid instead', async () => {
  const other = await world.newMerchant()
  const order = async (pan: string) => {
    const payment = { type: 'card', card: await tokenFor(other, pan) }
    const asked = { number: 'W-2', items: 30, currency: 'SEK', payment }
    return call<Order>(other.publicKey, 'POST', '/order', asked)
  }
  expect((await order(poor)).status).toBe(400)
  const { body } = await order(visa)
  expect((await attempts({}, other))[0]?.paidOrderId).toBe(body.id)
  expect((await post(other, body.id, { type: 'cancel' })).status).toBe(201)
  expect((await attempts({}, other))[0]?.paidOrderId).toBeNull()
})

test('attempts at a payment of a subscription are counted, and show the next retry until it is given up', async () => {
  const of = new Set(shop.context.merchant.retryDays).size + 1
  const [latest, ...earlier] = await attempts({ account: suspended })
  expect(latest?.attempt).toEqual({ number: earlier.length + 1, of })
  const [order] = await ordersOf(shop, { id: suspended })
  expect(latest).toMatchObject({ orderId: order?.id, hasOrder: true, isGivenUp: false })
  expect(latest?.retryOn).toMatch(/^2027-03-/)
  for (const attempt of earlier) expect(attempt).toMatchObject({ retryOn: null, isGivenUp: false })
  await move(shop, { to: '2027-04-10' })
  const all = await attempts({ account: suspended })
  expect(all.filter(({ orderId }) => orderId === order?.id).map(({ attempt }) => attempt?.number)).toEqual(
    Array.from({ length: of }, (_, place) => of - place),
  )
  expect(all.find(({ orderId }) => orderId === order?.id)).toMatchObject({ isGivenUp: true, retryOn: null })
})

test('once per order, the first attempt states what is next for the order', async () => {
  const { shop: own, order } = await shopWithUnpaidOrder(world, '2027-03-01')
  const once = () => attempts({ unpaid: 'yes' }, own)
  const of = own.row.retryDays.length + 1
  expect(await once()).toMatchObject([{ attempt: { number: 1, of }, retryOn: '2027-03-02' }])
  const days = own.row.retryDays.map((count) => addDays('2027-03-01', count))
  await move(own, { to: days.at(-2) })
  expect(await once()).toMatchObject([
    { orderId: order.id, attempt: null, retryOn: days.at(-1), isLastRetry: true, isGivenUp: false },
  ])
  await move(own, { to: addDays(days.at(-1) ?? '', 1) })
  expect(await once()).toMatchObject([{ attempt: null, retryOn: null, isGivenUp: true }])
})

test('requested payments are not counted among the planned attempts, which have the numbers of their mails', async () => {
  const { shop: own, order } = await shopWithUnpaidOrder(world, '2027-03-01')
  for (const _ of [1, 2, 3]) expect((await post(own, order.id, { type: 'charge' })).status).toBe(400)
  const of = own.row.retryDays.length + 1
  const viewer = await newMember(world.runtime, own.merchant, 'viewer')
  const shown = async () =>
    (await dashboard(world.runtime, viewer, own.merchant).attempt.list({ order: order?.id })).attempts
  const [newest, ...before] = await shown()
  expect(newest).toMatchObject({ attempt: null, retryOn: '2027-03-02', isLastRetry: false, source: 'api' })
  expect(newest?.requestedBy).toMatch(/key/i)
  expect(before.map(({ attempt }) => attempt?.number)).toEqual([undefined, undefined, 1])
  const days = own.row.retryDays.map((count) => addDays('2027-03-01', count))
  const lastRetry = days.at(-1) ?? ''
  await move(own, { to: days.at(-2) })
  expect((await shown())[0]).toMatchObject({
    ...{ attempt: { number: of - 1, of }, retryOn: lastRetry, isLastRetry: true, requestedBy: undefined },
  })
  await move(own, { to: addDays(lastRetry, 1) })
  const numbers = (await shown()).flatMap(({ attempt }) => attempt?.number ?? []).reverse()
  expect(numbers).toEqual(Array.from({ length: of }, (_, place) => place + 1))
  const mailed = (await mailsOf(own)).flatMap(({ data }) =>
    'attempt' in data ? [(data as { attempt: number }).attempt] : [],
  )
  expect(new Set(mailed)).toEqual(new Set(numbers))
})

test('a payment that was lost is not one of the planned attempts', async () => {
  const own = await shopOn(world, '2027-03-01')
  const account = await payer(own, declining)
  await subscribe(own, account)
  await move(own, { to: '2027-03-02' })
  const [order] = await ordersOf(own, account)
  const [second] = await attempts({ order: order?.id }, own)
  const { db } = world.runtime
  await db.execute(
    sql`update operation set code = 'never arrived' where merchant_id = ${own.merchant} and id = ${second?.id}`,
  )
  await db.execute(
    sql`update "order" set retry_on = '2027-03-02' where merchant_id = ${own.merchant} and id = ${order?.id}`,
  )
  await move(own, { to: '2027-03-02T12:00:00Z' })
  const numbers = (await attempts({ order: order?.id }, own)).map(({ attempt }) => attempt?.number)
  expect(numbers).toEqual([2, undefined, 1])
})

test('filters and searches find the right attempts', async () => {
  const numbers = async (filters: Partial<AttemptFilters>) =>
    (await attempts(filters)).map(({ number }) => number).sort()
  expect(await numbers({ reason: 'insufficient funds' })).toEqual(['K-1', 'W_1'])
  expect(await numbers({ kind: 'refund' })).toEqual(['R-1'])
  expect(await numbers({ search: 'k-1' })).toEqual(['K-1'])
  expect(await numbers({ search: '_' })).toEqual(['W_1'])
  expect(await numbers({ search: '%' })).toEqual([])
  expect(await numbers({ search: '9995' })).toEqual(['K-1', 'W_1'])
  expect(await numbers({ search: '7,00 EUR' })).toEqual(['D-1'])
  expect(await numbers({ search: '12.50' })).toEqual(['R-1'])
  expect(await numbers({ search: '9995 30' })).toEqual(['K-1', 'W_1'])
  expect(await numbers({ search: '9995 31' })).toEqual([])
  expect(await numbers({ search: 'jane doe', source: 'dashboard' })).toEqual(['D-1'])
  expect(await numbers({ account: jane })).toEqual(['D-1'])
  expect(await numbers({ start: '2028-01-01' })).toEqual([])
  expect(await totalAttempts(shop.context, { reason: 'insufficient funds' })).toEqual({
    count: 2,
    isMore: false,
    sums: [{ amount: 6000n, currency: 'SEK' }],
  })
})

test('Home’s success rate counts each unpaid order once as failed', async () => {
  const period = { start: '2027-02-01', end: '2027-04-30' }
  const { report } = await dashboardAs(world.runtime, shop.merchant, 'viewer')
  const { now } = await report.home({ period: `${period.start}..${period.end}`, currency: 'SEK' })
  const { count } = await totalAttempts(shop.context, { ...period, currency: 'SEK', unpaid: 'yes' })
  expect(now.tried - now.accepted).toBe(count)
  expect(count).toBe(3)
  const unpaid = await attempts({ unpaid: 'yes' })
  expect(new Set(unpaid.map(({ orderId }) => orderId)).size).toBe(unpaid.length)
  expect(unpaid.map(({ kind }) => kind)).not.toContain('refund')
})

test('where an attempt came from is unknown without an actor, unless it is a payment', async () => {
  const [refund] = await attempts({ kind: 'refund' })
  const { db } = world.runtime
  const ofRefund = and(eq(operation.merchantId, shop.merchant), eq(operation.id, refund?.id ?? ''))
  await db.update(operation).set({ actor: null }).where(ofRefund)
  expect(await attempts({ kind: 'refund' })).toMatchObject([{ source: null }])
  expect((await attempts({ source: 'subscription' })).map(({ kind }) => kind)).not.toContain('refund')
  await db
    .update(operation)
    .set({ actor: refund?.actor ?? null })
    .where(ofRefund)
})

test.each([
  {},
  { sort: 'oldest' },
  { sort: 'oldest', kind: 'payment' },
  { sort: 'oldest', search: 'jane' },
] as const)('pages of %o have every attempt once', async ({ sort, ...filters }: AttemptListQuery) => {
  const ids: string[] = []
  let after: string | undefined
  do {
    const { rows, next } = await listAttempts(shop.context, { ...filters, sort, limit: 2, after })
    ids.push(...rows.map(({ id }) => id))
    after = next
  } while (after !== undefined)
  const all = (await attempts(filters)).map(({ id }) => id)
  expect(all.length).toBeGreaterThan(2)
  expect(ids).toEqual(sort === 'oldest' ? all.reverse() : all)
})

test('other merchants have no attempts of a merchant', async () => {
  const other = await world.newMerchant()
  const [{ orderId } = { orderId: '' }] = await attempts()
  for (const filters of [
    {},
    { account: jane },
    { order: orderId || 'none' },
    { search: orderId || 'none' },
    { search: 'W_1' },
  ])
    expect(await attempts(filters, other)).toEqual([])
})

test('the dashboard shows the reason, and whether the customer can be asked for a card', async () => {
  const viewer = await newMember(world.runtime, shop.merchant, 'viewer')
  const { attempts: rows } = await dashboard(world.runtime, viewer, shop.merchant).attempt.list({})
  const by = (number: string) => rows.find((row) => row.number === number)
  expect(by('K-1')).toMatchObject({ asksForCard: false, payerName: undefined })
  expect(by('R-1')).toMatchObject({ order: { number: 'R-1' } })
  expect(by('K-1')?.reason).toContain('insufficient funds')
  expect(by('D-1')).toMatchObject({ asksForCard: true, payerName: 'Jane Doe' })
  expect(by('R-1')?.asksForCard).toBe(false)
})

test('the export has the columns of the list', async () => {
  const csv = async (input: object) =>
    new Response(exportAttempts(shop.context, { ...input }))
      .text()
      .then((text) => text.replace(/^\uFEFF/, ''))
  const lines = (await csv({ reason: 'insufficient funds', columns: 'created,amount,number' })).split('\n')
  expect(lines[0]?.trim()).toMatch(/^created[,;]day[,;]currency[,;]amount[,;]number$/)
  expect(lines.slice(1, 3).every((line) => /SEK[,;]30[.,]00[,;](K-1|W_1)/.test(line))).toBe(true)

  // The list states in one column what failed and why.
  const heads = async (columns?: string) => (await csv({ columns })).split('\n')[0]?.trim().split(/[,;]/)
  expect(await heads('reason,source')).toEqual(['reason', 'kind', 'source'])
  expect(await heads('kind,reason')).toEqual(['kind', 'reason'])
  expect((await heads())?.slice(7, 10)).toEqual(['reason', 'source', 'kind'])
})
