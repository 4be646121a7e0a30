// @module-tag slow

import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { operation, order } from '@/db/schema'
import { callbacksOf } from '@/test/billing'
import { call, type ErrorBody, getOrder, orderOf, post } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { stripeShops } from '@/test/stripe/stripe-shops'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Event } from '../model/order/schemas'
import { decide } from './decision'
import { recordDecisions } from './record-decisions'
import { recoverOperations } from './recover'

const world = testWorld()
const shops = stripeShops(world)

afterEach(() => vi.restoreAllMocks())

const operationsOf = (id: string) =>
  world.runtime.db.select().from(operation).where(eq(operation.orderId, id)).orderBy(operation.place)

const typesOf = ({ event }: { event: Event[] }) => event.map(({ type }) => type)

async function acceptedRefund(headers?: Record<string, string>) {
  const shop = await shops.newShop()
  const { id } = await shops.order(shop, 'pm_card_pendingRefund', { callback: 'https://shop.example/hook' })
  await post(shop, id, { type: 'charge' })
  const { status, body } = await post<Event>(shop, id, { type: 'refund', items: 40 }, headers)
  expect(status).toBe(201)
  const refund = shops.bookOf({ id })?.refunds[0]?.id ?? ''
  return { shop, id, accepted: body, refund }
}

describe('a refund that the card service has accepted', () => {
  test('is an event of its own until its outcome is known, and sent once', async () => {
    const { shop, id, accepted, refund } = await acceptedRefund()
    expect(accepted).toMatchObject({ type: 'accept', original: 'refund', items: 40, sequence: 3 })
    expect(await shops.recover()).toEqual([])
    const waiting = await getOrder(shop, id)
    expect(typesOf(waiting)).toEqual(['order', 'charge', 'accept'])
    expect(waiting.status).toEqual({ charged: 100 })
    shops.double.operate('complete-refund', { refund })
    expect(await shops.recover()).toEqual([])
    const complete = await getOrder(shop, id)
    expect(typesOf(complete)).toEqual(['order', 'charge', 'accept', 'refund'])
    expect(complete.event[3]).toMatchObject({ reference: accepted.reference, items: 40, sequence: 4 })
    expect(complete.status).toEqual({ charged: 60, refunded: 40 })
    expect(shops.bookOf({ id })?.refunds).toHaveLength(1)
    const callbacks = await callbacksOf(shop)
    expect(callbacks.map(({ type }) => type).toSorted()).toEqual([
      'order.accepted',
      'order.charged',
      'order.created',
      'order.refunded',
    ])
  })

  test('keeps its amount reserved', async () => {
    const { shop, id } = await acceptedRefund()
    const again = await post(shop, id, { type: 'refund', items: 61 })
    expect([again.status, again.body.content.description]).toEqual([
      400,
      'At most 60.00 SEK can be refunded.',
    ])
  })

  test('is returned again by the repeated request, which sends nothing', async () => {
    const headers = { 'idempotency-key': 'refund' }
    const { shop, id, accepted } = await acceptedRefund(headers)
    const again = await post<Event>(shop, id, { type: 'refund', items: 40 }, headers)
    expect([again.status, again.body]).toEqual([201, accepted])
    expect(shops.bookOf({ id })?.refunds).toHaveLength(1)
  })

  test('that fails later is a failed event, and its amount can be refunded again', async () => {
    const { shop, id, refund } = await acceptedRefund()
    const mine = await dashboardAs(world.runtime, shop.merchant, 'support')
    shops.double.operate('fail-refund', { refund })
    expect(await shops.recover()).toEqual([])
    const failed = await getOrder(shop, id)
    expect(typesOf(failed)).toEqual(['order', 'charge', 'accept', 'fail'])
    expect(failed.event[3]).toMatchObject({
      original: 'refund',
      error: { content: { details: { code: 'acquirer error' } } },
    })
    expect(failed.status).toEqual({ charged: 100 })
    expect(await mine.notification.list()).toMatchObject([
      { kind: 'late failure', subject: { operation: 'refund', order: id, amount: '4000' } },
    ])
    const toDo = { kind: 'late failures', count: 1, order: id }
    expect((await mine.report.todo()).items).toContainEqual(toDo)
    expect((await post(shop, id, { type: 'refund' })).status).toBe(201)
  })

  test('is shown in the dashboard', async () => {
    const { shop, id } = await acceptedRefund()
    const orders = await dashboardAs(world.runtime, shop.merchant, 'support')
    const shown = await orders.order.get({ id })
    expect(shown).toMatchObject({ isRunning: false, accepted: [{ type: 'refund', amount: 4000n }] })
  })

  test('is looked up after seconds, then at growing intervals, and at least every hour', async () => {
    const { id, accepted } = await acceptedRefund()
    const find = vi.spyOn(world.runtime.cards.named('stripe'), 'find')
    const { db } = world.runtime
    const lookUps = async (attempts: number, secondsAgo: number) => {
      await db
        .update(operation)
        .set({ attempts, attempted: sql`now() - make_interval(secs => ${secondsAgo})` })
        .where(eq(operation.orderId, id))
      find.mockClear()
      await recoverOperations(world.runtime, { staleSeconds: 60, onError: () => {} })
      return find.mock.calls.filter(([{ operation: of }]) => of === accepted.reference).length
    }
    expect(await lookUps(1, 0)).toBe(0)
    expect(await lookUps(1, 6)).toBe(1)
    expect(await lookUps(4, 25)).toBe(0)
    expect(await lookUps(4, 41)).toBe(1)
    expect(await lookUps(40, 3000)).toBe(0)
    expect(await lookUps(40, 3601)).toBe(1)
  })
})

test('a charge of several orders says which were only accepted', async () => {
  const shop = await shops.newShop()
  const { id } = await shops.order(shop, 'pm_card_visa')
  const { order: orders } = await dashboardAs(world.runtime, shop.merchant, 'support')
  shops.double.operate('settings', { captures: 'late' })
  try {
    const confirmed = [{ id, expected: 10_000n }]
    const given = { type: 'charge' as const, attempt: crypto.randomUUID(), orders: confirmed }
    expect(await orders.operateMany(given)).toMatchObject([{ id, amount: 10_000n, isAccepted: true }])
  } finally {
    shops.double.operate('settings', { captures: 'succeeded' })
  }
})

describe('a charge while an earlier one is accepted', () => {
  const eventOf = (shop: TestMerchant, id: string, items: number) =>
    post<Event & ErrorBody>(shop, id, { type: 'charge', items })

  test('is refused before it is sent, if the card service takes one at a time', async () => {
    const shop = await shops.newShop()
    const { id } = await shops.order(shop, 'pm_card_visa')
    const { order: orders } = await dashboardAs(world.runtime, shop.merchant, 'support')
    const charge = { type: 'charge', items: 10 }
    const key = { 'idempotency-key': 'second' }
    const ofKey = () => call<Event & ErrorBody>(shop.privateKey, 'POST', `/order/${id}/event`, charge, key)
    shops.double.operate('settings', { captures: 'late' })
    try {
      expect((await eventOf(shop, id, 40)).body).toMatchObject({ type: 'accept' })
      const capture = vi.spyOn(world.runtime.cards.named('stripe'), 'capture')
      const { status, body, headers } = await ofKey()
      expect([status, body.content.description]).toEqual([400, expect.stringContaining('in progress')])
      // So it is not final, and the same request succeeds later.
      expect(headers.get('retry-after')).toBe('60')
      expect(capture).not.toHaveBeenCalled()
      expect(typesOf(await getOrder(shop, id))).toEqual(['order', 'accept'])
      expect((await orders.get({ id })).possible).toEqual([])
      await expect(orders.preview({ id, event: { type: 'charge', items: 10 } })).rejects.toThrow(
        'in progress',
      )
      expect(await orders.previewMany({ ids: [id], type: 'charge' })).toMatchObject([
        { refusal: { description: expect.stringContaining('in progress') } },
      ])
      shops.double.operate('advance', { seconds: 120 })
    } finally {
      shops.double.operate('settings', { captures: 'succeeded' })
    }
    await expect
      .poll(async () => (await shops.recover()) && typesOf(await getOrder(shop, id)))
      .toContain('charge')
    expect((await ofKey()).status).toBe(201)
    expect((await getOrder(shop, id)).status).toEqual({ ordered: 50, charged: 50 })
  })

  test('is sent, if the card service takes several at a time', async () => {
    const shop = await world.newMerchant()
    const { id } = await orderOf(shop, 100)
    const service = world.runtime.cards.named('test')
    vi.spyOn(service, 'capture').mockResolvedValueOnce({ status: 'accepted', reference: 'later' })
    expect((await eventOf(shop, id, 40)).body).toMatchObject({ type: 'accept' })
    expect((await eventOf(shop, id, 10)).status).toBe(201)
    // Leaves nothing behind that another test would look up.
    await shops.recover()
    expect(typesOf(await getOrder(shop, id))).toEqual(['order', 'accept', 'charge', 'fail'])
  })
})

test('a charge that is accepted and fails later can be repeated', async () => {
  const shop = await shops.newShop()
  const { id } = await shops.order(shop, 'pm_card_visa')
  shops.double.operate('settings', { captures: 'late-fails' })
  try {
    expect((await post<Event>(shop, id, { type: 'charge' })).body).toMatchObject({ type: 'accept' })
    expect((await post<ErrorBody>(shop, id, { type: 'charge' })).body.content.type).toBe('Event')
    shops.double.operate('advance', { seconds: 120 })
  } finally {
    shops.double.operate('settings', { captures: 'succeeded' })
  }
  await expect
    .poll(async () => {
      await shops.recover()
      return typesOf(await getOrder(shop, id))
    })
    .toEqual(['order', 'accept', 'fail'])
  expect((await getOrder(shop, id)).status).toEqual({ ordered: 100 })
})

test('an authorisation that is accepted becomes an order once it is done', async () => {
  const shop = await world.newMerchant()
  const service = world.runtime.cards.named('test')
  const send = vi
    .spyOn(service, 'authorize')
    .mockResolvedValueOnce({ status: 'accepted', reference: 'later' })
  await expect(orderOf(shop, 100)).rejects.toThrow('has not responded yet')
  const [begun] = await world.runtime.db
    .select()
    .from(operation)
    .where(eq(operation.merchantId, shop.merchant))
  expect(begun).toMatchObject({ status: 'accepted', serviceReference: 'later' })
  const find = vi.spyOn(service, 'find').mockResolvedValueOnce({ status: 'accepted', reference: 'later' })
  await shops.recover()
  expect(find.mock.calls.map(([lookup]) => lookup.reference)).toEqual(['later'])
  find.mockResolvedValueOnce({ status: 'done', reference: 'done' })
  expect(await shops.recover()).toEqual([])
  const orders = await world.runtime.db.select().from(order).where(eq(order.merchantId, shop.merchant))
  expect(orders).toMatchObject([{ ordered: 10_000n, serviceReference: 'done' }])
  expect(send).toHaveBeenCalledTimes(1)
})

test('what two attempts find accepted at once is one event', async () => {
  const { shop, id, accepted } = await acceptedRefund()
  const [row] = await world.runtime.db
    .select()
    .from(operation)
    .where(eq(operation.id, accepted.reference ?? ''))
  const before = { ...(row ?? expect.fail('no operation')), status: 'pending' as const }
  const decision = decide(before, { status: 'accepted', reference: row?.serviceReference ?? '' })
  if (decision.status !== 'accepted') expect.fail('It is not accepted')
  expect((await recordDecisions(shop.context, [decision])).size).toBe(0)
  expect(typesOf(await getOrder(shop, id))).toEqual(['order', 'charge', 'accept'])
})

test('what was accepted and is proven to be absent has never arrived', async () => {
  const { shop, id, refund } = await acceptedRefund()
  shops.double.operate('erase-refund', { refund })
  expect(await shops.recover()).toEqual([])
  expect((await getOrder(shop, id)).event.at(-1)).toMatchObject({
    type: 'fail',
    error: { content: { type: 'Card service', details: { code: 'never arrived' } } },
  })
  expect((await operationsOf(id)).map(({ status }) => status)).toEqual(['done', 'failed'])
})
