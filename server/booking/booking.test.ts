import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account, closedMonth, document, journalEntry, merchant as merchants } from '@/db/schema'
import { accountWith, call, orderOf, post, visa } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { contextNow, type TestMerchant, testWorld } from '@/test/world'
import { moveClock } from '../billing/clock'
import { clockAt, hours, later } from '../core/clock'
import { addDays, dayIn, dayOf, monthOf } from '../model/calendar'
import type { BookkeepingSettings, Company } from '../model/company'
import { bookAll } from './book'
import { startBooking } from './start-booking'

const world = testWorld()

const company: Company = {
  legalName: 'Roastery AB',
  address: { street: 'Storgatan 1', zipCode: '111 22', city: 'Stockholm', countryCode: 'SE' },
  organisationNumber: '556012-3456',
  vatNumber: 'SE556012345601',
}
const jane = {
  name: 'Jane Doe',
  identityNumber: '19800101-1234',
  address: { street: 'Long Street 1', zipCode: '12345', city: 'Uppsala', countryCode: 'SE' },
  email: 'jane@example.com',
}
const coffee = { name: 'Coffee', unit: 'bag', price: 79.2, vat: 12, quantity: 2 }
const cheese = { name: 'Cheese', price: 33.333333, vat: 25 }

const change = (
  shop: TestMerchant,
  to: { company?: Company; bookkeeping?: BookkeepingSettings; locale?: string },
) => world.runtime.db.update(merchants).set(to).where(eq(merchants.id, shop.merchant))

/** The documents of a shop; unless `wait` is set, everything is booked first. */
async function booked(shop: TestMerchant, { wait = false } = {}) {
  if (!wait) await bookAll(await contextNow(world, shop))
  return world.runtime.db
    .select()
    .from(document)
    .where(eq(document.merchantId, shop.merchant))
    .orderBy(asc(document.moved), asc(document.sequence))
}

const entriesOf = (shop: TestMerchant) =>
  world.runtime.db
    .select()
    .from(journalEntry)
    .where(eq(journalEntry.merchantId, shop.merchant))
    .orderBy(asc(journalEntry.moved), asc(journalEntry.source))

async function orderOn(shop: TestMerchant, customer: object, items: unknown) {
  const { id } = await accountWith(shop, visa)
  await call(shop.privateKey, 'PUT', `/account/${id}/customer`, customer)
  const payment = { type: 'account', account: id }
  const { body } = await call<{ id: string }>(shop.privateKey, 'POST', '/order', {
    items,
    currency: 'SEK',
    payment,
  })
  return { accountId: id, orderId: body.id }
}

test('each charge and refund gets a document and a journal entry, whose parts add up', async () => {
  const shop = await world.newMerchant()
  await change(shop, { company, bookkeeping: { defaultVat: 25 }, locale: 'sv-SE' })
  const { accountId, orderId } = await orderOn(shop, jane, [coffee, cheese])
  await post(shop, orderId, { type: 'charge', items: [{ name: 'Coffee' }, { name: 'Cheese' }] })
  await post(shop, orderId, { type: 'charge' })
  await post(shop, orderId, { type: 'refund', items: [{ name: 'Coffee', quantity: 2 }] })
  const [first, second, credit, ...others] = await booked(shop)
  const year = dayOf(new Date(), shop.row.timeZone).slice(0, 4)
  expect(others).toEqual([])
  expect([first?.number, second?.number, credit?.number]).toEqual([
    `${year}-000001`,
    `${year}-000002`,
    `C${year}-000001`,
  ])
  expect(first).toMatchObject({
    kind: 'invoice',
    orderId,
    accountId,
    sequence: 2,
    net: 11_255n,
    vat: 1783n,
    gross: 13_038n,
  })
  expect(first?.content).toMatchObject({
    language: 'sv',
    locale: 'sv-SE',
    seller: { name: 'Roastery AB', vatNumber: 'SE556012345601', address: { city: 'Stockholm' } },
    buyer: { name: 'Jane Doe', address: { city: 'Uppsala' } },
    card: { scheme: 'visa', last4: '1111' },
    lines: [
      {
        name: 'Coffee',
        quantity: '1',
        unit: 'bag',
        price: '79.2',
        rate: 12,
        net: '7921',
        vat: '950',
        gross: '8871',
      },
      { name: 'Cheese', quantity: '1', price: '33.333333', rate: 25, net: '3334', vat: '833', gross: '4167' },
    ],
    totals: [
      { rate: 25, category: 'S', net: '3334', vat: '833', gross: '4167' },
      { rate: 12, category: 'S', net: '7921', vat: '950', gross: '8871' },
    ],
  })
  expect(JSON.stringify(first?.content)).not.toContain('19800101')
  expect(credit).toMatchObject({ kind: 'credit-note', corrects: [first?.id, second?.id], gross: 17_741n })
  expect(credit?.content.corrects).toEqual(
    [first, second].map((each) => ({ id: each?.id, number: each?.number, issued: each?.issuedOn })),
  )
  const entries = await entriesOf(shop)
  expect(entries.map(({ kind, amount, documentId }) => [kind, amount, documentId])).toEqual([
    ['charge', first?.gross, first?.id],
    ['charge', second?.gross, second?.id],
    ['refund', -17_741n, credit?.id],
  ])
  expect(entries[2]?.vat).toEqual([{ rate: 12, net: '-15840', vat: '-1901' }])
  // Nothing is booked twice.
  expect(await booked(shop)).toHaveLength(3)
})

test('an issued document stays as it is, whatever changes, and cannot be changed or deleted', async () => {
  const { db } = world.runtime
  const shop = await world.newMerchant()
  const { accountId, orderId } = await orderOn(shop, jane, 100)
  await post(shop, orderId, { type: 'charge', items: 60 })
  const [before] = await booked(shop)
  const moved = { ...jane, address: { street: 'New Street 2', city: 'Lund' } }
  await call(shop.privateKey, 'PUT', `/account/${accountId}/customer`, moved)
  await change(shop, { company, bookkeeping: { defaultVat: 6 } })
  await post(shop, orderId, { type: 'charge' })
  const [after, second] = await booked(shop)
  expect(after).toEqual(before)
  // The rate of an order does not change between its charges.
  expect(second?.content).toMatchObject({
    buyer: { address: moved.address },
    totals: [{ rate: null }],
  })
  for (const attempt of [
    sql`update document set gross = gross where merchant_id = ${shop.merchant}`,
    sql`delete from document where merchant_id = ${shop.merchant}`,
    sql`truncate document`,
    sql`update journal_entry set fee = 1 where merchant_id = ${shop.merchant}`,
    sql`delete from journal_entry where merchant_id = ${shop.merchant}`,
    sql`truncate journal_entry`,
  ]) {
    await expect(db.execute(attempt)).rejects.toMatchObject({ cause: { code: '23001' } })
  }
  expect((await booked(shop))[0]).toEqual(before)
})

test('documents of a live merchant wait for its company details, and are then issued in order', async () => {
  const { db } = world.runtime
  const shop = await world.newMerchant('live')
  await db.update(merchants).set({ type: 'test' }).where(eq(merchants.id, shop.merchant))
  const order = await orderOf(shop, [coffee])
  await post(shop, order.id, { type: 'charge' })
  await post(shop, order.id, { type: 'refund', items: [{ quantity: 1 }] })
  await db.update(merchants).set({ type: 'live' }).where(eq(merchants.id, shop.merchant))
  const waiting = await booked(shop)
  expect(waiting.map(({ kind, number, issued }) => [kind, number, issued])).toEqual([
    ['receipt', null, null],
    ['credit-note', null, null],
  ])
  expect(await entriesOf(shop)).toHaveLength(2)
  const { merchant } = await dashboardAs(world.runtime, shop.merchant, 'viewer')
  expect((await merchant.get()).documentsWait).toBe(true)
  await change(shop, { company: { ...company, vatNumber: '' } })
  expect((await booked(shop)).map(({ number }) => number)).toEqual([null, null])
  await change(shop, { company })
  expect((await merchant.get()).documentsWait).toBe(false)
  // The worker finds them by itself.
  const booking = startBooking(world.runtime)
  const isIssued = async () => (await booked(shop, { wait: true })).every(({ number }) => number !== null)
  await expect.poll(isIssued).toBe(true)
  await booking.stop()
  const [receipt, credit] = await booked(shop)
  const year = dayOf(new Date(), shop.row.timeZone).slice(0, 4)
  expect([receipt?.number, credit?.number]).toEqual([`${year}-000001`, `C${year}-000001`])
  expect(credit?.content).toMatchObject({
    seller: { name: 'Roastery AB' },
    corrects: [{ id: receipt?.id, number: receipt?.number }],
  })
  expect(receipt?.id).toBe(waiting[0]?.id)
  expect([receipt, credit].map((each) => each?.content.isTest)).toEqual([undefined, undefined])
})

test('a business with a VAT number from another EU country is invoiced with reverse charge', async () => {
  const shop = await world.newMerchant()
  await change(shop, { company, bookkeeping: { zeroVat: { category: 'G', reason: 'Export' } } })
  const business = { ...jane, type: 'organisation', identityNumber: 'HRB 1234', vatNumber: 'DE 123456789' }
  const free = { name: 'Consulting', price: 500 }
  const { accountId, orderId } = await orderOn(shop, business, [free, coffee])
  await db().update(account).set({ language: 'de' }).where(eq(account.id, accountId))
  await post(shop, orderId, { type: 'charge' })
  await booked(shop)
  // What a credit note says is as on the invoice, even if the buyer has changed.
  await call(shop.privateKey, 'PUT', `/account/${accountId}/customer`, jane)
  await post(shop, orderId, { type: 'refund', items: [{ name: 'Consulting' }] })
  const other = await orderOn(shop, { ...business, vatNumber: 'SE556677889901' }, [free])
  await post(shop, other.orderId, { type: 'charge' })
  const [invoice, credit, domestic] = await booked(shop)
  const ofZero = (of: typeof invoice) => of?.content.totals.find(({ rate }) => rate === 0)
  const reverse = {
    category: 'AE',
    exemption: 'Steuerschuldnerschaft des Leistungsempfängers (Artikel 196 der Richtlinie 2006/112/EG)',
  }
  expect(invoice?.content).toMatchObject({
    language: 'de',
    locale: 'de-SE',
    buyer: { organisationNumber: 'HRB 1234', vatNumber: 'DE 123456789', isBusiness: true },
  })
  expect([ofZero(invoice), ofZero(credit)]).toMatchObject([reverse, reverse])
  expect(credit?.content.buyer).toEqual(invoice?.content.buyer)
  expect([invoice, credit, domestic].map((each) => each?.content.isTest)).toEqual([true, true, true])
  expect(ofZero(domestic)).toMatchObject({ category: 'G', exemption: 'Export' })
})

test('a movement that failed after it was recorded gets a document of the opposite kind', async () => {
  const shop = await world.newMerchant()
  await change(shop, { bookkeeping: { defaultVat: 25 } })
  const order = await orderOf(shop, 150)
  await post(shop, order.id, { type: 'charge' })
  await post(shop, order.id, { type: 'refund', items: 50 })
  await db().execute(sql`insert into order_event (merchant_id, order_id, sequence, type, date, amount, currency, reference, original)
    select merchant_id, order_id, 4, 'fail', date + interval '1 ms', amount, currency, reference, 'refund' from order_event
    where merchant_id = ${shop.merchant} and order_id = ${order.id} and sequence = 3`)
  const documents = await booked(shop)
  expect(documents.map(({ kind, gross, vat }) => [kind, gross, vat])).toEqual([
    ['receipt', 15_000n, 3000n],
    ['credit-note', 5000n, 1000n],
    ['receipt', 5000n, 1000n],
  ])
  const [, credit] = documents
  const named = { id: credit?.id, number: credit?.number, issued: credit?.issuedOn }
  expect(documents.map(({ content }) => content.reverses)).toEqual([undefined, undefined, 'refund'])
  expect(documents.map(({ content }) => content.creditNote)).toEqual([undefined, undefined, named])
  expect((await entriesOf(shop)).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['charge', 15_000n],
    ['refund', -5000n],
    ['reversal', 5000n],
  ])
})

test('an order with inconsistent records does not hold up others, and is booked once they are corrected', async () => {
  const shop = await world.newMerchant()
  const [wrong, right] = [await orderOf(shop, [coffee]), await orderOf(shop, [coffee])]
  for (const { id } of [wrong, right]) await post(shop, id, { type: 'charge' })
  const is = (amount: number) =>
    db().execute(sql`update order_event set amount = ${amount} where merchant_id = ${shop.merchant}
      and order_id = ${wrong.id} and type = 'charge'`)
  await db().execute(
    sql`update operation set units = null where merchant_id = ${shop.merchant} and order_id = ${wrong.id}`,
  )
  await is(99_999_999)
  expect((await booked(shop)).map(({ orderId }) => orderId)).toEqual([right.id])
  await is(17_741)
  expect(await booked(shop)).toHaveLength(1)
  const context = await contextNow(world, shop)
  await bookAll({ ...context, clock: clockAt(later(context.clock.now(), hours(2))) })
  expect((await booked(shop)).map(({ orderId }) => orderId).sort()).toEqual([wrong.id, right.id].sort())
})

test('movements are booked on the merchant’s calendar, and in an open month', async () => {
  const shop = await world.newMerchant()
  const { accountId } = await orderOn(shop, jane, 10)
  const month = monthOf(dayOf(new Date(), shop.row.timeZone)) + 1
  const first = (count: number) => dayIn(month + count, 1)
  const subscription = {
    items: 50,
    currency: 'SEK',
    schedule: { frequency: 'monthly', offset: -1 },
    start: first(0),
  }
  await call(shop.privateKey, 'POST', `/account/${accountId}/subscription`, subscription)
  const closed = [0, 1].map((count) => ({ month: first(count), closed: new Date(), closedBy: 'Jane' }))
  await db()
    .insert(closedMonth)
    .values(closed.map((each) => ({ merchantId: shop.merchant, ...each })))
  await moveClock(await contextNow(world, shop), { to: first(3) })
  const documents = await booked(shop)
  const lastDays = [0, 1, 2].map((count) => addDays(first(count + 1), -1))
  expect(documents.map(({ issuedOn }) => issuedOn)).toEqual(lastDays)
  expect(documents.map(({ content }) => content.supplied)).toEqual(lastDays)
  expect(documents.map(({ number }) => number?.slice(0, 5))).toEqual(lastDays.map((day) => day.slice(0, 5)))
  expect((await entriesOf(shop)).map(({ bookedOn }) => bookedOn)).toEqual([first(2), first(2), lastDays[2]])
})

const db = () => world.runtime.db
