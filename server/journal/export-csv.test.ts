import { expect, test } from 'vitest'
import { insertMany } from '@/db/many'
import { journalEntry } from '@/db/schema'
import { payer } from '@/test/billing'
import { call, post, visa } from '@/test/call'
import { testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import { dayOf } from '../model/calendar'
import type { Order } from '../model/order/schemas'
import { exportJournal } from './export-csv'
import { exportSie } from './export-sie'
import { PeriodOfBooks } from './period'

const world = testWorld()

test.each([
  ['fi-FI', ';EUR;25,5;8,84;2,26;11,10;'],
  ['en-GB', ',EUR,25.5,8.84,2.26,11.10,'],
])('in %s, VAT rates have the decimal separator of amounts', async (locale, cells) => {
  const { context, merchant: merchantId, row } = await world.newMerchant()
  const now = world.clock.now()
  await insertMany(context.db, journalEntry, [
    {
      ...{ merchantId, kind: 'charge', source: 'order', currency: 'EUR', amount: 1110n, fee: 0n },
      vat: [{ rate: 25.5, net: '884', vat: '226' }],
      ...{ bookedOn: '2026-10-01', moved: now, created: now },
    },
  ])
  const october = { from: '2026-10-01', to: '2026-10-31' }
  const file = exportJournal({ ...context, merchant: { ...row, locale } }, october)
  expect(await new Response(file).text()).toContain(cells)
})

test('names the customer as the document does, whatever the account says later', async () => {
  const shop = await world.newMerchant()
  const account = await payer(shop, visa)
  const payment = { type: 'account', account: account.id }
  const order = { items: 100, currency: 'SEK', payment }
  const { id } = (await call<Order>(shop.privateKey, 'POST', '/order', order)).body
  await post(shop, id, { type: 'charge' })
  await bookAll(shop.context)
  const now = world.clock.now()
  const today = dayOf(now, shop.row.timeZone)
  // A fee has no document of its own.
  await insertMany(shop.context.db, journalEntry, [
    {
      ...{
        merchantId: shop.merchant,
        kind: 'fee',
        source: 'fee',
        currency: 'SEK',
        amount: -100n,
        fee: 0n,
        vat: [],
      },
      ...{ orderId: id, accountId: account.id, bookedOn: today, moved: now, created: now },
    },
  ])
  const exported = () => new Response(exportJournal(shop.context, { from: today, to: today })).text()
  const before = await exported()
  expect(before.match(new RegExp(`;${id};;${account.id};Jane Doe;SEK;`, 'g'))).toHaveLength(2)
  await call(shop.privateKey, 'PUT', `/account/${account.id}/customer`, { name: 'Somebody Else' })
  expect(await exported()).toBe(before)
  // An order without a number is named by its ID in SIE too. A period may be a single day.
  const day = { from: today, to: today }
  const sie = await new Response(exportSie(shop.context, { ...day, currency: 'SEK' })).text()
  expect(sie.match(new RegExp(`, order ${id}"`, 'g'))).toHaveLength(2)
  expect(PeriodOfBooks.parse(day)).toEqual(day)
})
