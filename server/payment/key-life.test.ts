import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { operation } from '@/db/schema'
import {
  declining,
  mailsOf,
  move,
  ordersOf,
  payer,
  shopOn,
  statusOf,
  subscribe,
  templatesOf,
} from '@/test/billing'
import { type ErrorBody, getOrder, orderOf, post, visa } from '@/test/call'
import { differences } from '@/test/differences'
import { type TestMerchant, testWorld } from '@/test/world'
import { days, hours, later, startOfDay } from '../core/clock'
import { addDays, type Day, dayOf } from '../model/calendar'
import type { Expires } from '../model/card/schemas'
import type { CardService, FollowUp } from '../model/card/service'
import { noShares } from '../model/order/rules'
import type { Event, Order } from '../model/order/schemas'
import type { MethodRow } from '../store/accounts'
import type { OrderRow } from '../store/orders'
import { orderAfterPayment } from './after-decision'
import { newPayment } from './begin-payments'
import { decide } from './decision'
import { recoverOperations } from './recover'

const world = testWorld()
const keyHours = 24

let service: CardService

beforeEach(async () => {
  service = world.runtime.cards.named('test')
  const capabilities = await service.capabilities({ merchantId: '' })
  vi.spyOn(service, 'capabilities').mockResolvedValue({ ...capabilities, keySeconds: keyHours * 3600 })
})
afterEach(() => vi.restoreAllMocks())

const lost = { status: 'unknown', cause: new Error('The service is silent') } as const

const loseRequest = () => vi.spyOn(service, 'capture').mockResolvedValueOnce(lost)

function loseResponse() {
  const capture = service.capture.bind(service)
  return vi.spyOn(service, 'capture').mockImplementationOnce(async (call: FollowUp) => {
    await capture(call)
    return lost
  })
}

const pendingOf = ({ merchant }: TestMerchant) =>
  and(eq(operation.merchantId, merchant), eq(operation.status, 'pending'))

const wasSent = (shop: TestMerchant, hoursAgo: number) =>
  world.runtime.db
    .update(operation)
    .set({ firstSent: sql`now() - make_interval(mins => ${Math.round(hoursAgo * 60)})` })
    .where(pendingOf(shop))

const recover = () => recoverOperations(world.runtime, { staleSeconds: 0, onError: () => {} })

const charge = { type: 'charge', items: 60 }
const headers = { 'idempotency-key': 'charge' }

async function chargedInVain(lose: () => ReturnType<typeof loseRequest>) {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  const sent = lose()
  expect((await post(shop, id, charge, headers)).status).toBe(504)
  return { shop, id, sent }
}

describe('while the card service remembers the key', () => {
  test('an operation that never arrived is sent again with the same key', async () => {
    const { shop, id, sent } = await chargedInVain(loseRequest)
    await wasSent(shop, 23.5)
    await recover()
    expect((await getOrder(shop, id)).status).toEqual({ charged: 60, ordered: 40 })
    const [first, second, ...more] = sent.mock.calls.map(([{ operation: key }]) => key)
    expect([second, more]).toEqual([first, []])
    // The worker lets requests that somebody waits for go first.
    expect(sent.mock.calls.map(([{ background }]) => background)).toEqual([false, true])
  })

  test('nothing is sent or declared absent in its last minutes', async () => {
    const { shop, id, sent } = await chargedInVain(loseRequest)
    await wasSent(shop, keyHours - 2 / 60)
    await recover()
    expect(await world.runtime.db.$count(operation, pendingOf(shop))).toBe(1)
    await wasSent(shop, keyHours + 1 / 60)
    await recover()
    expect((await getOrder(shop, id)).status).toEqual({ ordered: 100 })
    expect(sent).toHaveBeenCalledTimes(1)
  })
})

describe('after the card service has forgotten the key', () => {
  test('an operation that never arrived fails, and the repeated request begins another', async () => {
    const { shop, id, sent } = await chargedInVain(loseRequest)
    await wasSent(shop, 25)
    await recover()
    expect(sent).toHaveBeenCalledTimes(1)
    const { event } = await getOrder(shop, id)
    expect(event.map(({ type }) => type)).toEqual(['order', 'fail'])
    expect(event[1]).toMatchObject({
      original: 'charge',
      error: { content: { details: { code: 'never arrived' } } },
    })
    const again = await post<Event>(shop, id, charge, headers)
    expect([again.status, again.body.type]).toEqual([201, 'charge'])
    expect(again.body.reference).not.toBe(event[1]?.reference)
    expect(await differences(world.runtime, shop.merchant)).toEqual([])
  })

  test('an operation whose response was lost is found and recorded once', async () => {
    const { shop, id, sent } = await chargedInVain(loseResponse)
    await wasSent(shop, 25)
    await recover()
    expect(sent).toHaveBeenCalledTimes(1)
    expect((await getOrder(shop, id)).status).toEqual({ charged: 60, ordered: 40 })
    expect(await differences(world.runtime, shop.merchant)).toEqual([])
  })

  test('an operation stays pending without proof', async () => {
    const { shop, sent } = await chargedInVain(loseRequest)
    await wasSent(shop, 100)
    const find = vi.spyOn(service, 'find').mockResolvedValueOnce(lost)
    await recover()
    // The clock of the process says that it was sent just now, and that of PostgreSQL that it was long ago.
    const hoursAgo = (time: Date | undefined) => Math.round((Date.now() - (time?.getTime() ?? 0)) / hours(1))
    const [{ sentAfter, sentBefore }] = find.mock.calls[0] ?? expect.fail('It was not looked up')
    expect([hoursAgo(sentAfter), hoursAgo(sentBefore)]).toEqual([100, -keyHours - 1])
    expect(await world.runtime.db.$count(operation, pendingOf(shop))).toBe(1)
    expect(sent).toHaveBeenCalledTimes(1)
  })

  test('the repeated request itself finds that it never arrived, and the next one begins another', async () => {
    const { shop, id } = await chargedInVain(loseRequest)
    await wasSent(shop, 25)
    const known = await world.runtime.db.select().from(operation).where(pendingOf(shop))
    const repeat = () => post<Event & ErrorBody>(shop, id, charge, { 'idempotency-key': 'charge' })
    const statuses = [(await repeat()).status, (await repeat()).status]
    expect(known).toHaveLength(1)
    expect(statuses).toEqual([502, 201])
    expect((await getOrder(shop, id)).status).toEqual({ charged: 60, ordered: 40 })
  })

  test('a process that was suspended before it sent anything sends nothing', async () => {
    const shop = await world.newMerchant()
    const { id } = await orderOf(shop, 100)
    const capture = vi.spyOn(service, 'capture')
    const woken = Date.now() + 25 * 3_600_000
    const known = await service.capabilities({ merchantId: shop.merchant })
    vi.spyOn(service, 'capabilities').mockImplementationOnce(async () => {
      vi.spyOn(Date, 'now').mockReturnValueOnce(woken).mockReturnValueOnce(woken)
      return known
    })
    expect((await post(shop, id, charge)).status).toBe(502)
    expect(capture).not.toHaveBeenCalled()
  })

  /** A subscription whose first payment is lost. The clock waits for open payments; by then the key is forgotten. */
  async function lostPayment(card: string) {
    const shop = await shopOn(world, '2027-03-01')
    const account = await payer(shop, card)
    const capabilities = await service.capabilities({ merchantId: shop.merchant })
    vi.spyOn(service, 'authorize').mockImplementationOnce(async () => {
      vi.spyOn(service, 'capabilities').mockResolvedValueOnce({ ...capabilities, keySeconds: 0 })
      return lost
    })
    await subscribe(shop, account)
    for (const hour of [12, 13]) await move(shop, { to: `2027-03-01T${hour}:00:00+01:00` })
    const [order] = await ordersOf(shop, account)
    return { shop, account, order }
  }

  const codesOf = (order: Order | undefined) =>
    order?.event.map(({ type, error }) => [type, error?.content.details?.code])

  test('a payment that never arrived is repeated at once, and the payer is not mailed about it', async () => {
    const { shop, account, order } = await lostPayment(visa)
    expect(codesOf(order)).toEqual([
      ['order', undefined],
      ['fail', 'never arrived'],
      ['charge', undefined],
    ])
    const days = order?.event.map(({ date }) => dayOf(new Date(date), shop.row.timeZone))
    expect(new Set(days)).toEqual(new Set(['2027-03-01']))
    expect(await templatesOf(shop)).toEqual(['subscription-started', 'receipt'])
    expect(await statusOf(shop, account)).toBe('active')
  })

  test('a payment that never arrived does not use up an attempt', async () => {
    const { shop, order } = await lostPayment(declining)
    expect(codesOf(order)).toEqual([
      ['order', undefined],
      ['fail', 'never arrived'],
      ['fail', 'card declined'],
    ])
    expect([order?.status, order?.retry]).toEqual([{ pending: 100 }, '2027-03-02'])
    const mails = (await mailsOf(shop)).filter(({ template }) => template === 'payment-failed')
    expect(mails).toMatchObject([{ data: { attempt: 1, attempts: 5, nextTry: '2027-03-02' } }])
  })
})

test('a payment of a date that is a day old may have been sent before, as the clock of its merchant says', async () => {
  const { context } = await world.newMerchant()
  const { timeZone } = context.merchant
  const ahead = days(100)
  const shifted = { ...context, merchant: { ...context.merchant, clockAhead: ahead } }
  const now = later(new Date(), ahead)
  const card = { scheme: 'visa' as const, last4: '1111', expires: [12, 2040] as Expires, card: 'token' }
  const payer = { service: 'test', storedCard: 'card', card }
  const priced = { id: 'order', currency: 'SEK', amount: 100n }
  const sentSince = (order: { due: Day | null; created: Date }) =>
    newPayment(shifted, { order: { ...priced, ...order }, payer }).payer?.sentSince
  const due = addDays(dayOf(now, timeZone), -2)
  expect(sentSince({ due, created: now })).toBe(later(startOfDay(due, timeZone), -ahead).toISOString())
  const unpaid = newPayment(shifted, { order: { ...priced, due, created: now }, payer: null })
  expect(unpaid.payer).toBeNull()
  expect(sentSince({ due: addDays(due, 3), created: later(now, -days(9)) })).toBeUndefined()
  expect(sentSince({ due: null, created: later(now, -hours(24)) })).toBeDefined()
  expect(sentSince({ due: null, created: later(now, -hours(22)) })).toBeUndefined()
})

test('a payment of a subscription that never arrived is repeated at once only if it was not accepted', async () => {
  const { context } = await world.newMerchant()
  const [today, soon] = ['2027-03-01', '2027-03-04']
  const order = { id: 'order', currency: 'SEK', amount: 100n, due: today, created: new Date() }
  const row = { ...order, ...noShares(), ordered: 100n, lines: null, failedOn: null } as OrderRow
  const retryOf = (status: 'pending' | 'accepted') => {
    const begun = { ...newPayment(context, { order, payer: null }), status }
    const decision = decide(begun, { status: 'never arrived' })
    if (decision.status !== 'failed') expect.fail('It is not failed')
    return orderAfterPayment(row, decision, { today, card: undefined, retryDays: [3] }).retryOn
  }
  expect([retryOf('pending'), retryOf('accepted')]).toEqual([today, soon])
})

test('a payment that was given up is not retried, although it never arrived', async () => {
  const { context } = await world.newMerchant()
  const today = '2027-03-01'
  const order = { id: 'order', currency: 'SEK', amount: 100n, due: today, created: new Date() }
  const row = { ...order, ...noShares(), denied: 100n, lines: null, failedOn: today } as OrderRow
  const decision = decide(newPayment(context, { order, payer: null }), { status: 'never arrived' })
  if (decision.status !== 'failed') expect.fail('It is not failed')
  const after = orderAfterPayment(row, decision, { today, card: undefined, retryDays: [3] })
  expect([after.denied, after.retryOn]).toEqual([100n, null])
})

test('a payment for which a card was tried is retried only if a card is the default that was not tried', async () => {
  const { context } = await world.newMerchant()
  const today = '2027-03-01'
  const order = { id: 'order', currency: 'SEK', amount: 100n, due: today, created: new Date() }
  const row = {
    ...order,
    ...noShares(),
    ordered: 100n,
    lines: null,
    failedOn: null,
    retryOn: null,
    card: null,
  } as OrderRow
  const card = { scheme: 'visa' as const, last4: '1111', expires: [12, 2040] as Expires, card: 'token' }
  const payer = { service: 'test', storedCard: 'tried', insteadOf: 'old', card }
  const decision = decide(newPayment(context, { order, payer }), { status: 'declined', code: 'amount limit' })
  if (decision.status !== 'failed') expect.fail('It is not failed')
  const retryOf = (serviceReference: string) =>
    orderAfterPayment(row, decision, { today, card: { serviceReference } as MethodRow, retryDays: [3] })
      .retryOn
  expect(['old', 'tried', 'another'].map(retryOf)).toEqual([null, null, today])
})
