// @module-tag slow

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { callbackAttempt, erasedOrder, merchant, operation } from '@/db/schema'
import { payer, shopOn } from '@/test/billing'
import { call, type ErrorBody, post, tokenFor, visa } from '@/test/call'
import { orderBy } from '@/test/erasure'
import { holdAuthorisation } from '@/test/hold-authorisation'
import { dashboard, newMember } from '@/test/members'
import { clientOf, columnsWith, everyRow } from '@/test/personal-data'
import { deliverAll, receiver } from '@/test/receiver'
import { contextNow, type TestMerchant, testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import { checkBooks } from '../journal/check-books'
import type { Order } from '../model/order/schemas'
import { decide } from '../payment/decision'
import { recordDecisions } from '../payment/record-decisions'
import { flushRequestLog } from '../request-log/write'
import { eraseLateTraces } from './erase-late-traces'
import { eraseOrder } from './erase-order'

const world = testWorld()
const db = () => world.runtime.db

/** A merchant whose callbacks are received by a system that repeats what it knows of customers. */
async function shopWithCallbacks() {
  const shop = await shopOn(world, '2027-05-01')
  const hook = await receiver((response) => response.end('Thank you, Zqguest'))
  await db()
    .update(merchant)
    .set({ callbacks: [hook.url] })
    .where(eq(merchant.id, shop.merchant))
  const session = await newMember(world.runtime, shop.merchant, 'admin')
  return { shop, session, member: dashboard(world.runtime, session, shop.merchant) }
}

type Shop = Awaited<ReturnType<typeof shopWithCallbacks>>

/** An order by card token, with everything that can leave personal data behind; charged and documented. */
async function boughtBy({ shop, member }: Shop, marker: string) {
  const { body: order } = await call<Order>(shop.privateKey, 'POST', '/order', {
    ...{ items: 100, currency: 'SEK', metadata: { guest: marker } },
    payment: { type: 'card', card: await tokenFor(shop, visa), client: clientOf(marker) },
  })
  const about = { subject: 'order', id: order.id } as const
  await member.note.add({ ...about, text: `Note about ${marker}`, attempt: crypto.randomUUID() })
  await member.tag.add({ ...about, tag: marker })
  await member.metadata.replace({ ...about, metadata: { guest: `new ${marker}` } })
  await post(shop, order.id, { type: 'charge' })
  await bookAll(await contextNow(world, shop))
  return order.id
}

const columnsOf = async (text: string) => {
  await flushRequestLog(db())
  return columnsWith(db(), text)
}

const erase = <T = Order>({ privateKey }: TestMerchant, id: string) =>
  call<T>(privateKey, 'POST', `/order/${id}/erasure`)

test('erases what identifies the payer from every table, and nothing about anybody else', async () => {
  const at = await shopWithCallbacks()
  const id = await boughtBy(at, 'Zqguest')
  await boughtBy(at, 'Zqother')
  await deliverAll(world, at.shop)
  // If a place is not filled any more, this test no longer shows that it is erased.
  expect(await columnsOf('Zqguest')).toEqual([
    ...['audit_entry.after', 'audit_entry.before', 'callback_attempt.answer', 'callback_delivery.payload'],
    ...['note.text', 'order.client', 'order.metadata', 'order.tags', 'request_contents.contents'],
  ])
  const { ip } = clientOf('Zqguest')
  expect(await columnsOf(ip)).toContain('order.client')
  const others = await columnsOf('Zqother')

  const { status, body } = await erase(at.shop, id)
  expect([status, body.id, 'metadata' in body, 'client' in body.payment]).toEqual([200, id, false, false])
  // The request log, and what receivers responded about the other order.
  expect(await columnsOf('Zqguest')).toEqual(['callback_attempt.answer', 'request_contents.contents'])
  const answers = sql`exists (select from callback_delivery d where d.id = ${callbackAttempt.deliveryId} and d.order_id = ${id}) and answer is not null`
  expect(await db().$count(callbackAttempt, answers)).toBe(0)
  expect(await columnsOf(ip)).toEqual(['request_contents.contents'])
  expect(await columnsOf('Zqother')).toEqual(others)
  expect((await checkBooks(await contextNow(world, at.shop))).filter(({ broken }) => broken > 0)).toEqual([])
  expect(await at.member.order.get({ id })).toMatchObject({
    erased: expect.any(Date),
    metadata: {},
    tags: [],
  })
  expect((await post<Order>(at.shop, id, { type: 'refund' })).status).toBe(201)
})

test('erasing again erases what was added since, and the audit log has it once', async () => {
  const at = await shopWithCallbacks()
  const id = await boughtBy(at, 'Zqagain')
  await deliverAll(world, at.shop)
  await at.member.order.erase({ id })
  const rows = async () => {
    await flushRequestLog(db())
    return everyRow(db())
  }
  const before = await rows()
  await at.member.order.erase({ id })
  expect(await rows()).toEqual(before)
  const about = { subject: 'order', id } as const
  await at.member.note.add({ ...about, text: 'Zqagain called', attempt: crypto.randomUUID() })
  expect((await erase(at.shop, id)).status).toBe(200)
  expect(await columnsOf('Zqagain')).toEqual(['request_contents.contents'])
  const entries = before.filter(({ table, row }) => table === 'audit_entry' && row.action === 'order.erase')
  expect(entries.map(({ row }) => row)).toMatchObject([
    { subject: 'order', subject_id: id, email: at.session.email, before: null, after: null },
  ])
})

test('what receivers respond to callbacks that waited is erased later', async () => {
  const at = await shopWithCallbacks()
  const id = await boughtBy(at, 'Zqlate')
  expect(await eraseOrder(await contextNow(world, at.shop), id)).toBe(true)
  await deliverAll(world, at.shop)
  const isAbout = sql`delivery_id in (select id from callback_delivery where order_id = ${id}) and answer is not null`
  expect(await db().$count(callbackAttempt, isAbout)).toBeGreaterThan(0)
  const isThis = eq(erasedOrder.orderId, id)
  await db().update(erasedOrder).set({ eraseAgain: sql`erase_again - interval '10 minutes'` }).where(isThis)
  await eraseLateTraces(world.runtime, (error) => expect.unreachable(String(error)))
  expect(await db().$count(callbackAttempt, isAbout)).toBe(0)
  expect(await db().select().from(erasedOrder).where(isThis)).toMatchObject([{ eraseAgain: null }])
})

test('erasing again waits for callbacks that wait, too', async () => {
  const at = await shopWithCallbacks()
  const id = await boughtBy(at, 'Zqtwice')
  const isThis = eq(erasedOrder.orderId, id)
  await erase(at.shop, id)
  await db().update(erasedOrder).set({ eraseAgain: null }).where(isThis)
  await erase(at.shop, id)
  expect(await db().select().from(erasedOrder).where(isThis)).toMatchObject([
    { eraseAgain: expect.any(Date) },
  ])
})

test('a request that the bank wants to be approved first keeps nothing about the payer', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const card = await tokenFor(shop, '4000002760003184')
  const payment = { type: 'card', card, client: clientOf('Zqbank') }
  const order = { items: 100, currency: 'SEK', payment, metadata: { guest: 'Zqbank' } }
  const { text } = await call(shop.privateKey, 'POST', '/order', order)
  expect(text).toContain('verification required')
  expect(await columnsOf('Zqbank')).toEqual(['request_contents.contents'])
})

test('a request keeps everything about the payer while another attempt of it can still create the order', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const held = holdAuthorisation(world.runtime.cards.named('test'))
  const payment = { type: 'card', card: await tokenFor(shop, visa), client: clientOf('Zqattempt') }
  const order = { items: 100, currency: 'SEK', payment, metadata: { guest: 'Zqattempt' } }
  const ordered = call<Order>(shop.privateKey, 'POST', '/order', order)
  await held.isHeld()
  const [begun] = await db().select().from(operation).where(eq(operation.merchantId, shop.merchant))
  if (!begun) expect.fail('nothing has begun')
  await db().update(operation).set({ attempts: 2 }).where(eq(operation.id, begun.id))
  const decision = decide(begun, {
    status: 'verification required',
    challenge: { url: '/', data: { pareq: '' } },
  })
  if (decision.status !== 'failed') expect.fail('the bank wants to approve it')
  await recordDecisions(await contextNow(world, shop), [decision])
  // The worker, which may complete it instead, reads it again.
  const [still] = await db().select().from(operation).where(eq(operation.id, begun.id))
  expect(still).toMatchObject({ status: 'pending', draft: begun.draft })
  held.release()
  expect((await ordered).body).toMatchObject({ metadata: order.metadata })
})

test('refuses while the data is needed, says what to do, and changes nothing', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const payment = { type: 'card', card: await tokenFor(shop, visa), client: clientOf('Zqneeded') }
  const { body } = await call<Order>(shop.privateKey, 'POST', '/order', {
    ...{ items: 100, currency: 'SEK', payment },
  })
  const refusal = async () => (await erase<ErrorBody>(shop, body.id)).body.content.description
  const first = (toDo: string) =>
    `The personal data is still needed, and nothing was erased. First ${toDo}. Then try again.`
  expect(await refusal()).toBe(first('charge or cancel the amount that is still reserved'))
  await post(shop, body.id, { type: 'charge' })
  expect(await refusal()).toBe(first('wait a moment until 1 document is issued'))
  await bookAll(await contextNow(world, shop))
  const ofOrder = eq(operation.orderId, body.id)
  await db().update(operation).set({ status: 'accepted' }).where(ofOrder)
  expect(await refusal()).toBe(first('wait for the outcome of 1 payment at the card service'))
  expect(await columnsOf('Zqneeded')).toContain('order.client')
  await db().update(operation).set({ status: 'done' }).where(ofOrder)
  expect((await erase(shop, body.id)).status).toBe(200)
})

test('refers to the account of an order that belongs to one, and knows no order of another merchant', async () => {
  const [shop, other] = [await shopOn(world, '2027-05-01'), await shopOn(world, '2027-05-01')]
  const jane = await payer(shop, visa)
  const { id } = (await orderBy({ shop, jane })).body
  const refused = await erase<ErrorBody>(shop, id)
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining(`POST /account/${jane.id}/erasure`),
  ])
  expect((await erase(other, id)).status).toBe(404)
})
