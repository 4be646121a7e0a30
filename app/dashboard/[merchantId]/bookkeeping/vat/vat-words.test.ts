import { expect, test } from 'vitest'
import { compareCountries, rateInWords } from './vat-words'

test('the own country is first, the others are sorted by name, and sales without a country are last', () => {
  const sorted = ['DE', null, 'DK', 'SE', 'AT'].toSorted(compareCountries('SE'))
  expect(sorted).toEqual(['SE', 'AT', 'DK', 'DE', null])
})

test('a rate says whether OSS reports it, and a rate of 0 its reason once it is known', () => {
  const percent = (rate: number) => `${rate}%`
  const words = (row: Partial<Parameters<typeof rateInWords>[0]>) =>
    rateInWords({ rate: 0, zeroVat: null, isOss: false, ...row }, percent)
  expect(words({ rate: 25 })).toBe('25% VAT')
  expect(words({ rate: 25, isOss: true })).toBe('25% VAT, OSS')
  expect(words({ zeroVat: 'AE' })).toBe('0% VAT, reverse charge')
  expect(words({})).toBe('0% VAT')
  expect(words({ rate: null })).toBe('VAT not known')
})
