import { expect, test } from 'vitest'
import { accountingVatOf } from './accounting-vat'
import { readExchangeRates, writeExchangeRates } from './exchange-rates'
import { vatCurrencyOf } from './vat-currency'

test.each([
  ['SE', 'SEK'],
  ['DE', 'EUR'],
  ['BG', 'EUR'],
  ['GB', 'GBP'],
  ['NO', 'NOK'],
  ['US', undefined],
  ['CH', undefined],
])('documents of a seller in %s state their VAT in %s', (country, currency) => {
  expect(vatCurrencyOf(country)).toBe(currency)
})

test.each([
  ['EUR', 2000n, '11.2345', '22469'],
  ['EUR', 1n, '11.5', '12'],
  ['JPY', 1000n, '0.0713', '7130'],
  ['KWD', 1000n, '30.5', '3050'],
])('VAT of %s %d at %s is %s öre', (currency, vat, rate, converted) => {
  expect(accountingVatOf({ currency, vat }, { country: 'SE', rates: { [currency]: rate } })).toEqual({
    ...{ currency: 'SEK', rate, vat: converted },
  })
})

test.each([
  ['in the currency of the seller', { currency: 'SEK', vat: 100n }, 'SE'],
  ['without VAT', { currency: 'EUR', vat: 0n }, 'SE'],
  ['without a rate', { currency: 'USD', vat: 100n }, 'SE'],
  ['of a seller elsewhere', { currency: 'EUR', vat: 100n }, 'US'],
])('a document %s has no other VAT', (_, document, country) => {
  expect(accountingVatOf(document, { country, rates: { EUR: '11', SEK: '1' } })).toBeUndefined()
})

test('a document that corrects another one has its rate, whatever the rate is now', () => {
  const referenced = { currency: 'SEK', rate: '11', vat: '2200' }
  const given = { country: 'DE', rates: { EUR: '12' }, referenced }
  expect(accountingVatOf({ currency: 'EUR', vat: 100n }, given)).toEqual({ ...referenced, vat: '1100' })
})

test.each([
  ['EUR 11.2345', { EUR: '11.2345' }],
  ['eur 11,2345, USD 10.40', { EUR: '11.2345', USD: '10.4' }],
  ['EUR=11; USD: 10\n\nJPY 0.0713', { EUR: '11', USD: '10', JPY: '0.0713' }],
  ['', {}],
])('%j is read as exchange rates, and written so that it is read again', (typed, rates) => {
  expect(readExchangeRates(typed)).toEqual(rates)
  expect(readExchangeRates(writeExchangeRates(rates))).toEqual(rates)
})

test.each(['EUR', '11.2345', 'EUR 0', 'EUR -1', 'EUX 11', 'EUR 11, EUR 12', 'EUR 1.234,5', 'EUR 11 USD 10'])(
  '%j is not read as exchange rates',
  (typed) => expect(readExchangeRates(typed)).toBeUndefined(),
)
