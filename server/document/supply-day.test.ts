import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { document, merchant, order } from '@/db/schema'
import { orderOf, post } from '@/test/call'
import { textOfPdf } from '@/test/pdf-text'
import { type Sample, sampleDocument } from '@/test/sample-documents'
import { contextNow, type TestMerchant, testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import { addDays, type Day, dayOf } from '../model/calendar'
import { drawDocument } from './draw-document'
import { writeEinvoice } from './write-einvoice'

const world = testWorld()

/** Charges and refunds an order that bills a subscription for a day. Returns what its documents say. */
async function documentsOf(shop: TestMerchant, due: Day | null) {
  const { db } = world.runtime
  const { id } = await orderOf(shop, [{ name: 'Coffee', price: 100, vat: 25 }])
  await db.update(order).set({ due }).where(eq(order.id, id))
  for (const type of ['charge', 'refund']) {
    await post(shop, id, { type })
    await bookAll(await contextNow(world, shop))
  }
  return daysOf(id)
}

async function daysOf(orderId: string) {
  const rows = await world.runtime.db
    .select({ content: document.content })
    .from(document)
    .where(eq(document.orderId, orderId))
    .orderBy(asc(document.sequence))
  return rows.map(({ content: { supplied, moved } }) => ({ supplied, moved }))
}

test('the day of supply is when a subscription payment was due, and a credit note has that of what it corrects', async () => {
  const shop = await world.newMerchant()
  const today = dayOf(new Date(), shop.row.timeZone)
  const [late, early] = [addDays(today, -2), addDays(today, 2)]
  for (const [due, supplied] of [
    [late, late],
    [today, today],
    [early, today],
    [null, today],
  ] as const) {
    const said = { supplied, moved: today }
    expect(await documentsOf(shop, due), `due ${due}`).toEqual([said, said])
  }
})

test('the document of a refund that failed has the day of supply of the credit note that it reverses', async () => {
  const { db } = world.runtime
  const shop = await world.newMerchant()
  const today = dayOf(new Date(), shop.row.timeZone)
  const { id } = await orderOf(shop, 100)
  await post(shop, id, { type: 'charge' })
  await db.execute(
    sql`update order_event set date = date - interval '3 days' where order_id = ${id} and type = 'charge'`,
  )
  await post(shop, id, { type: 'refund' })
  await db.execute(sql`insert into order_event (merchant_id, order_id, sequence, type, date, amount, currency, reference, original)
    select merchant_id, order_id, 4, 'fail', now(), amount, currency, reference, 'refund' from order_event
    where order_id = ${id} and type = 'refund'`)
  await bookAll(await contextNow(world, shop))
  const supplied = addDays(today, -3)
  expect(await daysOf(id)).toEqual([
    { supplied, moved: supplied },
    { supplied, moved: today },
    { supplied, moved: today },
  ])
})

const late = { supplied: '2026-10-31', moved: '2026-11-02' }
const textOf = async (sample: Sample) => textOfPdf(await drawDocument(sampleDocument(sample), {})).join('\n')

test('an invoice states the day of supply and the day of payment', async () => {
  const invoice = sampleDocument({ content: late })
  expect(await writeEinvoice(invoice, 'peppol')).toContain('ActualDeliveryDate>2026-10-31<')
  expect(await writeEinvoice(invoice, 'factur-x')).toContain('>20261031<')
  const text = await textOf({ content: late })
  expect(text).toMatch(/Date of supply\s+31 October 2026/)
  expect(text).toMatch(/Paid on 2 November 2026/)
})

test('a credit note states the day of the refund, and its XML the day of supply of what it corrects', async () => {
  const credit: Sample = { kind: 'credit-note', content: late }
  expect(await writeEinvoice(sampleDocument(credit), 'peppol')).toContain('ActualDeliveryDate>2026-10-31<')
  const text = await textOf(credit)
  expect(text).toMatch(/Refunded\s+2 November 2026/)
  expect(text).not.toContain('October')
})

test('a document from before both days were stored states one as both', async () => {
  const text = await textOf({ content: { supplied: '2026-10-31' } })
  expect(text).toMatch(/Date of supply\s+31 October 2026/)
  expect(text).toMatch(/Paid on 31 October 2026/)
})

test('a document that waited is not issued before the day of its payment, in whatever time zone the merchant is now', async () => {
  const shop = await world.newMerchant()
  const become = (change: Partial<typeof merchant.$inferInsert>) =>
    world.runtime.db.update(merchant).set(change).where(eq(merchant.id, shop.merchant))
  const { id } = await orderOf(shop, 10)
  await post(shop, id, { type: 'charge' })
  // The two zones never have the same day.
  await become({ type: 'live', company: {}, timeZone: 'Pacific/Kiritimati' })
  await bookAll(await contextNow(world, shop))
  await become({ type: 'test', timeZone: 'Pacific/Pago_Pago' })
  await bookAll(await contextNow(world, shop))
  const [issued] = await world.runtime.db
    .select()
    .from(document)
    .where(eq(document.merchantId, shop.merchant))
  expect(issued?.issuedOn).toBe(issued?.content.moved)
})

test('neither its credit note nor the next invoice is issued before the day of an invoice, in whatever time zone the merchant is now', async () => {
  const shop = await world.newMerchant()
  const bookIn = async (timeZone: string) => {
    await world.runtime.db.update(merchant).set({ timeZone }).where(eq(merchant.id, shop.merchant))
    await bookAll(await contextNow(world, shop))
  }
  const { id } = await orderOf(shop, 10)
  await post(shop, id, { type: 'charge' })
  // The two zones never have the same day.
  await bookIn('Pacific/Kiritimati')
  await post(shop, id, { type: 'refund' })
  const next = await orderOf(shop, 10)
  await post(shop, next.id, { type: 'charge' })
  await bookIn('Pacific/Pago_Pago')
  const [charged, refunded, chargedNext] = await world.runtime.db
    .select()
    .from(document)
    .where(eq(document.merchantId, shop.merchant))
    .orderBy(asc(document.moved))
  expect(refunded?.kind).toBe('credit-note')
  expect(refunded?.issuedOn).toBe(charged?.issuedOn)
  expect(chargedNext).toMatchObject({ orderId: next.id, issuedOn: charged?.issuedOn })
})
