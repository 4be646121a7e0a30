import { expect, test } from 'vitest'
import { moneyIn } from './money/format-money'
import { toMajor } from './money/money'
import { minorUnitsByCurrency, minorUnitsOf, parseSearch } from './search-text'

test.each([
  ['  Ada   Lovelace ', { text: 'Ada Lovelace' }],
  ['', { text: '' }],
  ['ada@example.com', { text: 'ada@example.com' }],
  ['T-1', { text: 'T-1' }],
  ['2026-01234', { text: '2026-01234' }],
  ['#2026-01234', { text: '2026-01234' }],
  ['#', { text: '#' }],
  ['2026-11-22', { text: '2026-11-22' }],
  ['abcdefghijklmnop', { text: 'abcdefghijklmnop', id: 'abcdefghijklmnop' }],
  ['Abcd', { text: 'Abcd', id: 'Abcd' }],
  ['1111', { text: '1111', last4: '1111', amount: { values: [1111] } }],
  ['•••• 1111', { text: '•••• 1111', last4: '1111' }],
  ['****1111', { text: '****1111', last4: '1111' }],
  ['Visa 1111', { text: 'Visa 1111', last4: '1111' }],
  ['198', { text: '198', amount: { values: [198] } }],
  ['198,00', { text: '198,00', amount: { values: [198] } }],
  ['198.5 sek', { text: '198.5 sek', amount: { values: [198.5], currency: 'SEK' } }],
  ['SEK 198', { text: 'SEK 198', amount: { values: [198], currency: 'SEK' } }],
  ['198 kr', { text: '198 kr', amount: { values: [198] } }],
  ['198:-', { text: '198:-', amount: { values: [198] } }],
  ['€12', { text: '€12', amount: { values: [12], currency: 'EUR' } }],
  ['$12.50', { text: '$12.50', amount: { values: [12.5] } }],
  ['22 560 JP¥', { text: '22 560 JP¥', amount: { values: [22_560] } }],
  ['12 xy¥z', { text: '12 xy¥z' }],
  ['1 000', { text: '1 000', amount: { values: [1000] } }],
  ['1\u00a0000,50 kr', { text: '1 000,50 kr', amount: { values: [1000.5] } }],
  ['1.000,00', { text: '1.000,00', amount: { values: [1000] } }],
  ['1,000.00', { text: '1,000.00', amount: { values: [1000] } }],
  ['1.000', { text: '1.000', amount: { values: [1000, 1] } }],
  ['1.000.000', { text: '1.000.000', amount: { values: [1_000_000] } }],
  ['1,2,3', { text: '1,2,3' }],
  ['0.5', { text: '0.5', amount: { values: [0.5] } }],
  ['1111 198', { text: '1111 198', payments: [{ last4: '1111', amount: { values: [198] } }] }],
  [
    '1 000,50 kr visa 1111',
    { text: '1 000,50 kr visa 1111', payments: [{ last4: '1111', amount: { values: [1000.5] } }] },
  ],
  ['12 xyz', { text: '12 xyz' }],
  ['SEK 12 kr', { text: 'SEK 12 kr' }],
  ['-5', { text: '-5' }],
  ['99999999999999999999', { text: '99999999999999999999' }],
  ['shop:berlin', { text: 'shop:berlin', metadata: { name: 'shop', value: 'berlin' } }],
  ['shop: Berlin Mitte', { text: 'shop: Berlin Mitte', metadata: { name: 'shop', value: 'Berlin Mitte' } }],
  ["100% _'\\", { text: "100% _'\\" }],
])('reads %o', (typed, meaning) => {
  expect(parseSearch(typed)).toEqual(meaning)
})

test('reads amounts as the dashboard writes them', () => {
  for (const locale of ['en-SE', 'sv-SE', 'nb-NO', 'da-DK', 'en-US', 'en-GB', 'de-DE', 'de-CH', 'pl-PL'])
    for (const currency of [
      'SEK',
      'NOK',
      'DKK',
      'EUR',
      'USD',
      'GBP',
      'CHF',
      'PLN',
      'JPY',
      'CAD',
      'INR',
      'KWD',
    ])
      expect(
        parseSearch(moneyIn(locale, { amount: 1_234_000n, currency })).amount?.values,
        `${locale} ${currency}`,
      ).toContain(toMajor({ amount: 1_234_000n, currency }))
})

test('converts an amount only to a currency that it can be in', () => {
  expect(minorUnitsOf({ values: [1000, 1] }, 'SEK')).toEqual([100_000n, 100n])
  expect(minorUnitsOf({ values: [198.5] }, 'JPY')).toEqual([])
  expect(minorUnitsOf({ values: [198.5], currency: 'SEK' }, 'EUR')).toEqual([])
  expect(minorUnitsByCurrency({ values: [5], currency: 'EUR' })).toEqual([{ minor: 500n, codes: ['EUR'] }])
  const groups = minorUnitsByCurrency({ values: [5] })
  expect(groups.map(({ minor, codes }) => [minor, codes.includes('JPY'), codes.includes('SEK')])).toEqual(
    expect.arrayContaining([
      [5n, true, false],
      [500n, false, true],
    ]),
  )
})

test('reads long texts quickly', () => {
  const long = `${'1 '.repeat(5000)}x`
  expect(parseSearch(long).text).toHaveLength(10_001)
  expect(parseSearch('•'.repeat(10_000)).last4).toBeUndefined()
})
