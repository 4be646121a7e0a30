import { expect, test } from 'vitest'
import { compareCountries, rateInWords } from './vat-words'

test('the own country is first, the others are sorted by name, and sales without a country are last', () => {
  const sorted = ['DE', null, 'DK', 'SE', 'AT'].toSorted(compareCountries('SE'))
  expect(sorted).toEqual(['SE', 'AT', 'DK', 'DE', null])
})

test('a rate of 0 has its reason once it is known', () => {
  const percent = (rate: number) => `${rate}%`
  expect(rateInWords({ rate: 25, zeroVat: null }, percent)).toBe('25% VAT')
  expect(rateInWords({ rate: 0, zeroVat: 'AE' }, percent)).toBe('0% VAT, reverse charge')
  expect(rateInWords({ rate: 0, zeroVat: null }, percent)).toBe('0% VAT')
  expect(rateInWords({ rate: null, zeroVat: null }, percent)).toBe('VAT not known')
})
