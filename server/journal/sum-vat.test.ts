import { expect, test } from 'vitest'
import { payer } from '@/test/billing'
import { call, post, visa } from '@/test/call'
import { contextNow, type TestMerchant, testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import { changeMerchant } from '../merchant/change-merchant'
import { dayOf } from '../model/calendar'
import type { Order } from '../model/order/schemas'
import { sumJournal } from './sum-journal'
import { sumVat } from './sum-vat'

const world = testWorld()

/** A Swedish merchant that sells services or goods to other countries. */
async function newSeller(sells: 'services' | 'goods'): Promise<TestMerchant> {
  const shop = await world.newMerchant()
  await changeMerchant(shop.context, {
    company: {
      ...{ legalName: 'Shop AB', organisationNumber: '556012-3456', vatNumber: 'SE556012345601' },
      address: { street: 'Gatan 1', zipCode: '111 22', city: 'Stockholm', countryCode: 'SE' },
    },
    bookkeeping: { sells },
  })
  return shop
}

const business = (vatNumber: string) => ({
  ...{ type: 'organisation', name: 'Café Paris', vatNumber },
  address: { countryCode: 'FR' },
})

interface Line {
  price: number
  vat: number
  quantity?: number
  /** How many of them are refunded. */
  refunded?: number
}

/** Charges an order of a customer, and refunds a part of it. */
async function sell(shop: TestMerchant, customer: object, { refunded, ...line }: Line): Promise<void> {
  const account = await payer(shop, visa)
  await call(shop.privateKey, 'PUT', `/account/${account.id}/customer`, { name: 'Jane', ...customer })
  const payment = { type: 'account', account: account.id }
  const items = [{ name: 'Advice', ...line }]
  const { id } = (await call<Order>(shop.privateKey, 'POST', '/order', { items, currency: 'EUR', payment }))
    .body
  await post(shop, id, { type: 'charge' })
  if (refunded) await post(shop, id, { type: 'refund', items: [{ name: 'Advice', quantity: refunded }] })
}

/** Books everything, and returns the context, and the period of today. */
async function booked(shop: TestMerchant) {
  const context = await contextNow(world, shop)
  await bookAll(context)
  const today = dayOf(context.clock.now(), context.merchant.timeZone)
  return { context, period: { from: today, to: today } }
}

test('sales are summed up by the country of the customer, the rate, why it is 0, and whether OSS reports it', async () => {
  const shop = await newSeller('services')
  await sell(shop, {}, { price: 80, vat: 25 })
  await sell(shop, { address: { countryCode: 'SE' } }, { price: 20, vat: 25, quantity: 2, refunded: 1 })
  await sell(shop, { address: { countryCode: 'DE' } }, { price: 100, vat: 19 })
  await sell(shop, { address: { countryCode: 'DE' } }, { price: 100, vat: 7 })
  await sell(shop, business('FR 12 123456789'), { price: 50, vat: 0, quantity: 6, refunded: 1 })
  await sell(shop, business('FR12123456789'), { price: 20, vat: 0 })
  await sell(shop, business('FR99123456789'), { price: 7, vat: 0 })
  await sell(shop, business('FR12123456789'), { price: 10, vat: 20 })
  await sell(shop, { address: { countryCode: 'FR' } }, { price: 30, vat: 20 })
  const { context, period } = await booked(shop)
  const { countries, businesses } = await sumVat(context, period)
  expect(countries.map(({ country, rate, zeroVat, net, vat }) => [country, rate, zeroVat, net, vat])).toEqual(
    [
      ['DE', 19, null, 10_000n, 1900n],
      ['DE', 7, null, 10_000n, 700n],
      ['FR', 20, null, 4000n, 800n],
      ['FR', 0, 'AE', 27_700n, 0n],
      ['SE', 25, null, 2000n, 500n],
      [null, 25, null, 8000n, 2000n],
    ],
  )
  expect(businesses).toEqual([
    { currency: 'EUR', vatNumber: 'FR12123456789', services: 27_000n, goods: 0n },
    { currency: 'EUR', vatNumber: 'FR99123456789', services: 700n, goods: 0n },
  ])
  const { rates } = await sumJournal(context, period)
  const sum = (amounts: bigint[]) => amounts.reduce((one, other) => one + other, 0n)
  expect(sum(countries.map(({ net, vat }) => net + vat))).toBe(
    sum(rates.map(({ charged, refunded }) => charged.net + charged.vat - refunded.net - refunded.vat)),
  )
  expect(countries.filter(({ isOss }) => isOss)).toEqual([])
  const { merchant } = context
  const oss = {
    ...context,
    merchant: { ...merchant, bookkeeping: { ...merchant.bookkeeping, oneStopShop: true } },
  }
  const marked = (await sumVat(oss, period)).countries
  expect(marked.map(({ country, rate, isOss, vat }) => [country, rate, isOss, vat])).toEqual([
    ['DE', 19, true, 1900n],
    ['DE', 7, true, 700n],
    ['FR', 20, true, 600n],
    ['FR', 20, false, 200n],
    ['FR', 0, false, 0n],
    ['SE', 25, false, 500n],
    [null, 25, false, 2000n],
  ])
  const none = { countries: [], businesses: [], hasOssSales: false }
  expect(await sumVat(context, { from: '2020-01-01', to: '2020-12-31' })).toEqual(none)
})

test('goods to businesses in other EU countries are separate from services', async () => {
  const shop = await newSeller('goods')
  await sell(shop, business('FR12123456789'), { price: 5, vat: 0 })
  const { context, period } = await booked(shop)
  expect(await sumVat(context, period)).toMatchObject({
    countries: [{ country: 'FR', zeroVat: 'K' }],
    businesses: [{ vatNumber: 'FR12123456789', services: 0n, goods: 500n }],
  })
})
