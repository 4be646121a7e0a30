import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { document } from '@/db/schema'
import { payer } from '@/test/billing'
import { call, post, visa } from '@/test/call'
import { expectRules, expectValid } from '@/test/einvoice-rules'
import { textOfPdf } from '@/test/pdf-text'
import { sampleDocument } from '@/test/sample-documents'
import { contextNow, type TestMerchant, testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import { sumVat } from '../journal/sum-vat'
import { changeMerchant, MerchantChange } from '../merchant/change-merchant'
import { dayOf } from '../model/calendar'
import type { Order } from '../model/order/schemas'
import type { Document } from '../rest/document-response'
import { drawDocument } from './draw-document'
import { writeEinvoice } from './write-einvoice'

const world = testWorld()

const setRates = (shop: TestMerchant, exchangeRates: string) =>
  changeMerchant(shop.context, MerchantChange.parse({ bookkeeping: { exchangeRates } }))

async function charged(shop: TestMerchant, currency: string): Promise<string> {
  const account = await payer(shop, visa)
  const content = {
    items: [{ name: 'Advice', price: 80, vat: 25 }],
    currency,
    payment: { type: 'account', account: account.id },
  }
  const { body } = await call<Order>(shop.privateKey, 'POST', '/order', content)
  await post(shop, body.id, { type: 'charge' })
  return body.id
}

async function accountingVats(shop: TestMerchant, orderId: string) {
  await bookAll(await contextNow(world, shop))
  const rows = await world.runtime.db
    .select({ content: document.content })
    .from(document)
    .where(eq(document.orderId, orderId))
    .orderBy(asc(document.sequence))
  return rows.map(({ content }) => content.accountingVat)
}

test('documents in another currency state the VAT in that of the merchant, and credit notes at the same rate', async () => {
  const shop = await world.newMerchant()
  await setRates(shop, 'EUR 11.2345')
  const euros = await charged(shop, 'EUR')
  expect(await accountingVats(shop, euros)).toEqual([{ currency: 'SEK', rate: '11.2345', vat: '22469' }])
  const [stated] = (await call<Document[]>(shop.privateKey, 'GET', `/order/${euros}/document`)).body
  expect(stated?.accountingVat).toEqual({ currency: 'SEK', rate: 11.2345, amount: 224.69 })
  await setRates(shop, 'EUR 12')
  await post(shop, euros, { type: 'refund' })
  const refunded = (await accountingVats(shop, euros)).at(-1)
  expect(refunded).toEqual({ currency: 'SEK', rate: '11.2345', vat: '22469' })
  const [later, dollars] = [await charged(shop, 'EUR'), await charged(shop, 'USD')]
  expect(await accountingVats(shop, later)).toEqual([{ currency: 'SEK', rate: '12', vat: '24000' }])
  expect(await accountingVats(shop, dollars)).toEqual([undefined])

  const context = await contextNow(world, shop)
  const today = dayOf(context.clock.now(), context.merchant.timeZone)
  const { countries } = await sumVat(context, { from: today, to: today })
  expect(countries.map(({ currency, vat, accountingVat }) => [currency, vat, accountingVat])).toEqual([
    ['EUR', 2000n, [{ amount: 24_000n, currency: 'SEK' }]],
    ['USD', 2000n, null],
  ])
  // Documents that state it are only a part.
  await setRates(shop, 'USD 10')
  await accountingVats(shop, await charged(shop, 'USD'))
  const both = (await sumVat(context, { from: today, to: today })).countries
  expect(both.at(-1)).toMatchObject({ currency: 'USD', vat: 4000n, accountingVat: null })
})

test('VAT that documents state in two currencies, before and after a move to another country, is not added up', async () => {
  const shop = await world.newMerchant()
  const moveTo = (countryCode: string, exchangeRates: string) =>
    changeMerchant(
      shop.context,
      MerchantChange.parse({ company: { address: { countryCode } }, bookkeeping: { exchangeRates } }),
    )
  await moveTo('DE', 'USD 0.9')
  await accountingVats(shop, await charged(shop, 'USD'))
  await moveTo('SE', 'USD 10')
  await accountingVats(shop, await charged(shop, 'USD'))
  const context = await contextNow(world, shop)
  const today = dayOf(context.clock.now(), context.merchant.timeZone)
  const { countries } = await sumVat(context, { from: `${today.slice(0, 4)}-01-01`, to: today })
  expect(countries).toMatchObject([
    {
      vat: 4000n,
      accountingVat: expect.arrayContaining([
        { amount: 1800n, currency: 'EUR' },
        { amount: 20_000n, currency: 'SEK' },
      ]),
    },
  ])
})

test('exchange rates do not survive a move to a country with another currency', async () => {
  const shop = await world.newMerchant()
  await setRates(shop, 'USD 10.4')
  const moveTo = (countryCode: string, bookkeeping = {}) =>
    changeMerchant(shop.context, MerchantChange.parse({ company: { address: { countryCode } }, bookkeeping }))
  expect((await moveTo('SE'))?.after.bookkeeping.exchangeRates).toEqual({ USD: '10.4' })
  expect((await moveTo('DE'))?.after.bookkeeping.exchangeRates).toBeUndefined()
  expect((await moveTo('SE', { exchangeRates: 'USD 11' }))?.after.bookkeeping.exchangeRates).toEqual({
    USD: '11',
  })
})

test.each([
  ['sv', 'sv-SE', 'Moms i SEK: 1 234,56 kr (1 EUR = 11,2345 SEK)'],
  ['de', 'de-DE', 'USt. in SEK: 1.234,56 SEK (1 EUR = 11,2345 SEK)'],
  ['en', 'en-GB', 'VAT in SEK: SEK 1,234.56 (1 EUR = 11.2345 SEK)'],
] as const)('the PDF in %s states the VAT and the rate', async (language, locale, stated) => {
  const accountingVat = { currency: 'SEK', rate: '11.2345', vat: '123456' }
  const sample = sampleDocument({ currency: 'EUR', content: { language, locale, accountingVat } })
  const text = await textOfPdf(await drawDocument(sample, {}))
  expect(text.join(' ').replace(/[\u00a0\u202f]/g, ' ')).toContain(stated)
})

test('electronic invoices state the VAT accounting currency and the VAT in it', async () => {
  const accountingVat = { currency: 'SEK', rate: '11.2345', vat: '123456' }
  const buyer = {
    name: 'Nordljus Kaffe AB',
    address: { street: 'Exempelvägen 3', zipCode: '114 55', city: 'Stockholm', countryCode: 'SE' },
    organisationNumber: '556036-0793',
    isBusiness: true,
  }
  const sample = sampleDocument({ currency: 'EUR', content: { buyer, accountingVat } })
  expectValid(sample)
  const peppol = await writeEinvoice(sample, 'peppol')
  expectRules(peppol)
  expect(peppol).toContain('<cbc:TaxCurrencyCode>SEK</cbc:TaxCurrencyCode>')
  expect(peppol).toContain('<cbc:TaxAmount currencyID="SEK">1234.56</cbc:TaxAmount>')
  const facturX = await writeEinvoice(sample, 'factur-x')
  expect(facturX).toContain('<ram:TaxCurrencyCode>SEK</ram:TaxCurrencyCode>')
  expect(facturX).toContain('<ram:TaxTotalAmount currencyID="SEK">1234.56</ram:TaxTotalAmount>')
})
