import { expect, test } from 'vitest'
import { ossSalesOf } from './oss'

const merchantIn = (country: string, oneStopShop = true) => ({
  country,
  company: {},
  bookkeeping: { oneStopShop },
})
const danish = { rate: 25, country: 'DK', hasVatNumber: false }

test.each([
  ['a consumer in another EU country', danish, true],
  ['a consumer in Greece', { ...danish, country: 'GR' }, true],
  ['a consumer in Monaco, which counts as France', { ...danish, country: 'MC' }, true],
  ['a consumer at home', { ...danish, country: 'SE' }, false],
  ['a consumer outside the EU', { ...danish, country: 'NO' }, false],
  ['a consumer in the United Kingdom, with Northern Ireland', { ...danish, country: 'GB' }, false],
  ['a consumer on Åland, which is outside the EU for VAT', { ...danish, country: 'AX' }, false],
  ['a customer without an address', { ...danish, country: null }, false],
  ['a business with a VAT number', { ...danish, hasVatNumber: true }, false],
  ['a consumer who pays no VAT', { ...danish, rate: 0 }, false],
  ['a consumer whose VAT is not known', { ...danish, rate: null }, false],
])('what a Swedish merchant reports through OSS: %s', (_, sale, expected) => {
  expect(ossSalesOf(merchantIn('SE'))(sale)).toBe(expected)
  expect(ossSalesOf(merchantIn('SE', false))(sale)).toBe(false)
})

test('the own country is that of the company’s address', () => {
  const moved = { ...merchantIn('SE'), company: { address: { countryCode: 'DK' } } }
  expect(ossSalesOf(moved)(danish)).toBe(false)
  expect(ossSalesOf(moved)({ ...danish, country: 'SE' })).toBe(true)
  expect(ossSalesOf(merchantIn('FR'))({ ...danish, country: 'MC' })).toBe(false)
  expect(ossSalesOf(merchantIn('MC'))({ ...danish, country: 'FR' })).toBe(false)
})

test('a merchant outside the EU can report through OSS, too', () => {
  expect(ossSalesOf(merchantIn('NO'))(danish)).toBe(true)
})
