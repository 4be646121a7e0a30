import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { document } from '@/db/schema'
import { accountWith, call, orderOf, post, visa } from '@/test/call'
import { contextNow, testWorld } from '@/test/world'
import { moveClock } from '../billing/clock'
import { issuedDocuments, searchDocuments } from '../document/search-documents'
import { listEntries } from '../journal/list-entries'
import { changeMerchant } from '../merchant/change-merchant'
import { bookAll } from './book'

const world = testWorld()

/** A merchant with orders that were charged and refunded. */
async function shopWithRefunds(count: number) {
  const shop = await world.newMerchant()
  for (let number = 0; number < count; number++) {
    const { id } = await orderOf(shop, 10)
    await post(shop, id, { type: 'charge' })
    await post(shop, id, { type: 'refund' })
  }
  return shop
}

test('documents of payments made at the same time are listed in the order of their numbers, like their entries', async () => {
  const shop = await world.newMerchant()
  const { id } = await accountWith(shop, visa)
  const terms = { items: 10, currency: 'SEK', schedule: 'yearly' }
  for (const _ of Array.from({ length: 12 }))
    await call(shop.privateKey, 'POST', `/account/${id}/subscription`, terms)
  await moveClock(await contextNow(world, shop), { advance: { days: 1 } })
  const context = await contextNow(world, shop)
  const { rows } = await searchDocuments(context, { limit: 50, sort: 'oldest' })
  const numbers = rows.map(({ number }) => number)
  expect(new Set(rows.map(({ created }) => created.getTime())).size).toBe(1)
  expect(numbers).toHaveLength(12)
  expect(numbers).toEqual(numbers.toSorted())
  const period = { from: '2000-01-01', to: '2100-01-01' }
  const { rows: entries } = await listEntries(context, { ...period, limit: 50, direction: 'ascending' })
  expect(entries.map(({ documentNumber }) => documentNumber)).toEqual(numbers)
})

test('a document names its order by the ID if the number is only spaces', async () => {
  const shop = await world.newMerchant()
  const { id: account } = await accountWith(shop, visa)
  for (const number of [' ', 'T-1']) {
    const order = { number, items: 10, currency: 'SEK', payment: { type: 'account', account } }
    const { body } = await call<{ id: string }>(shop.privateKey, 'POST', '/order', order)
    await post(shop, body.id, { type: 'charge' })
  }
  await bookAll(await contextNow(world, shop))
  const issued = await world.runtime.db
    .select()
    .from(document)
    .where(eq(document.merchantId, shop.merchant))
    .orderBy(document.number)
  expect(issued.map(({ content, orderId }) => content.order.number ?? content.order.id === orderId)).toEqual([
    true,
    'T-1',
  ])
})

test('an export has the documents that match its filters, and no others', async () => {
  const shop = await shopWithRefunds(3)
  const context = await contextNow(world, shop)
  await bookAll(context)
  const kinds: string[] = []
  for await (const { kind } of issuedDocuments(context, { kind: 'credit-note' })) kinds.push(kind)
  expect(kinds).toEqual(Array(3).fill('credit-note'))
})

test('entries of a day are listed in the order in which their money moved, a page at a time', async () => {
  const shop = await shopWithRefunds(8)
  await bookAll(await contextNow(world, shop))
  const context = await contextNow(world, shop)
  const period = { from: '2000-01-01', to: '2100-01-01', limit: 3 }
  for (const direction of ['ascending', 'descending'] as const) {
    const listed: string[] = []
    let after: string | undefined
    do {
      const page = await listEntries(context, { ...period, direction, after })
      listed.push(...page.rows.map(({ moved, kind }) => `${moved.toISOString()} ${kind}`))
      after = page.next
    } while (after !== undefined)
    expect(listed).toHaveLength(16)
    const inTime = listed.toSorted()
    expect(listed).toEqual(direction === 'ascending' ? inTime : inTime.toReversed())
  }
})

test('a document has the details that the merchant has when it is issued', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  await post(shop, id, { type: 'charge' })
  const context = await contextNow(world, shop)
  const company = { ...context.merchant.company, legalName: 'Corrected AB' }
  await changeMerchant(context, { company })
  await bookAll(context)
  const [issued] = await world.runtime.db.select().from(document).where(eq(document.orderId, id))
  expect(issued?.content.seller).toMatchObject({ name: 'Corrected AB' })
})
