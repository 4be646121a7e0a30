import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Documents } from '@/app/_parts/customer/documents'
import type { Visit } from '@/app/_parts/customer/visit'
import { wordsFor } from '@/app/_parts/customer/words'
import { typeOf } from '@/app/dashboard/[merchantId]/_parts/documents'
import { getOrder, orderOf, post } from '@/test/call'
import { dashboard, newMember } from '@/test/members'
import { teamMailsOf } from '@/test/people-mail'
import { type TestMerchant, testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import { minutes } from '../core/clock'
import { todoOf } from '../report/todo'
import { requireOrder } from '../store/read-orders'
import { adoptChanges } from './adopt-changes'
import type { Change } from './plan-changes'

const world = testWorld()

/** Has the card service take back the latest operation of an order, a minute after it was done. */
async function reverse(shop: TestMerchant, id: string, kind: 'charge' | 'refund', amount: bigint) {
  world.clock.advance(minutes(1))
  const { event } = await getOrder(shop, id)
  const operation = event.findLast(({ type }) => type === kind)?.reference ?? ''
  const undone: Change = { type: 'undone', kind, amount, operation }
  expect(await adoptChanges(shop.context, { orderId: id, changes: [undone] })).toMatchObject({
    status: 'adopted',
  })
  world.clock.advance(minutes(1))
}

const todo = async (shop: TestMerchant) =>
  (await todoOf(shop.context)).items.filter(({ kind }) => kind === 'late failures')

async function shopWithMember() {
  const shop = await world.newMerchant()
  const session = await newMember(world.runtime, shop.merchant, 'support')
  return { shop, session, mine: dashboard(world.runtime, session, shop.merchant) }
}

test('the team learns of a refund that failed later, until it has been made again', async () => {
  const { shop, session, mine } = await shopWithMember()
  const { id } = await orderOf(shop, 1104)
  await post(shop, id, { type: 'charge' })
  await post(shop, id, { type: 'refund', items: 499 })
  expect(await todo(shop)).toEqual([])
  await reverse(shop, id, 'refund', 49_900n)
  const subject = { what: 'operation failed later', operation: 'refund', order: id, amount: '49900' }
  expect(await mine.notification.list()).toMatchObject([
    { kind: 'late failure', path: `/orders/${id}`, subject },
  ])
  const mails = await teamMailsOf(world.runtime, shop.merchant)
  expect(mails.filter(({ to }) => to === session.email)).toMatchObject([{ data: subject }])
  expect(await todo(shop)).toEqual([{ kind: 'late failures', count: 1, order: id }])
  const { lateFailures, events } = await mine.order.get({ id })
  expect(lateFailures).toMatchObject([{ kind: 'refund', amount: 49_900n }])
  const { description } = events.at(-1)?.error ?? {}
  expect(description).toMatch(/^The card service had reported this as done/)
  const { attempts } = await mine.attempt.list({})
  expect(attempts).toMatchObject([
    { kind: 'refund', reason: `${description} Open the order to see what to do.` },
  ])
  await post(shop, id, { type: 'refund', items: 499 })
  expect(await todo(shop)).toEqual([])
  expect((await mine.order.get({ id })).lateFailures).toEqual([])
})

test('a charge that failed later is to be dealt with until somebody notes what was done', async () => {
  const { shop, mine } = await shopWithMember()
  const ids: string[] = []
  for (const items of [200, 300]) {
    const { id } = await orderOf(shop, items)
    await post(shop, id, { type: 'charge' })
    await reverse(shop, id, 'charge', BigInt(items * 100))
    await post(shop, id, { type: 'cancel' })
    ids.push(id)
  }
  const [first = '', second = ''] = ids
  expect(await todo(shop)).toEqual([{ kind: 'late failures', count: 2, order: first }])
  const noteOn = (id: string) =>
    mine.note.add({ subject: 'order', id, text: 'Paid by bank transfer', attempt: crypto.randomUUID() })
  await noteOn(first)
  expect(await todo(shop)).toEqual([{ kind: 'late failures', count: 1, order: second }])
  expect((await mine.order.get({ id: first })).lateFailures).toEqual([])
  await noteOn(second)
  expect(await todo(shop)).toEqual([])
})

test('an attempt that was declined at once is no late failure', async () => {
  const { shop, mine } = await shopWithMember()
  const { id } = await orderOf(shop, 100, { pan: '4000000000005126' })
  await post(shop, id, { type: 'charge' })
  expect((await post(shop, id, { type: 'refund' })).status).toBe(400)
  expect(await mine.notification.list()).toEqual([])
  expect(await todo(shop)).toEqual([])
})

test('the customer and the team read why there is a document that reverses a credit note', async () => {
  const { shop, mine } = await shopWithMember()
  const { id } = await orderOf(shop, 1104)
  await post(shop, id, { type: 'charge' })
  await post(shop, id, { type: 'refund', items: 499 })
  await reverse(shop, id, 'refund', 49_900n)
  await bookAll(shop.context)
  const visit = { context: shop.context, words: wordsFor('sv') } as Visit
  const html = renderToStaticMarkup(await Documents({ order: await requireOrder(shop.context, id), visit }))
  expect(html.match(/<li>/g)).toHaveLength(3)
  expect(html.match(/ · Återbetalningen gick inte igenom/g)).toHaveLength(1)
  const { documents } = await mine.document.list({})
  expect(documents.map(typeOf)).toEqual(['Receipt · refund failed', 'Credit note', 'Receipt'])
  expect((await mine.document.about({ order: id })).documents.map(typeOf)).toEqual(documents.map(typeOf))
  expect(await mine.document.get({ id: documents[0]?.id ?? '' })).toMatchObject({ reverses: 'refund' })
})
