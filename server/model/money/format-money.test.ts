import { describe, expect, test } from 'vitest'
import { moneyIn, priceIn } from './format-money'

describe('money has the decimals of ISO 4217', () => {
  test.each([
    [24900n, 'EUR', '€249.00'],
    [100n, 'JPY', 'JP¥100'],
    [1234n, 'KWD', 'KWD 1.234'],
    // `Intl` alone shows no decimals.
    [150n, 'HUF', 'HUF 1.50'],
    [99999999999999n, 'EUR', '€999,999,999,999.99'],
  ])('%s %s', (minor, currency, text) => {
    expect(moneyIn('en-GB', { amount: minor, currency }).replaceAll('\u00a0', ' ')).toBe(text)
  })
})

describe('all currencies of a merchant have the same separators', () => {
  test.each([
    ['en-SE', 125000n, 'EUR', '€1 250,00'],
    ['en-SE', 125000n, 'SEK', '1 250,00 kr'],
    ['en-NO', 125000n, 'EUR', '€1 250,00'],
    ['en-DE', 125000n, 'EUR', '€1.250,00'],
    ['en-DE', 125000n, 'SEK', 'SEK 1.250,00'],
    ['sv-SE', -125000n, 'EUR', '−1 250,00 €'],
    ['en-US', 125000n, 'USD', '$1,250.00'],
    ['de-DE', 125000n, 'EUR', '1.250,00 €'],
  ])('%s %s %s', (locale, minor, currency, text) => {
    expect(moneyIn(locale, { amount: minor, currency }).replace(/\s/g, ' ')).toBe(text)
  })
})

test.each(['en-SE', 'en-DE', 'en-FI', 'en-FR', 'de-AT', 'en-US'])(
  'money in %s looks like its plain numbers',
  (locale) => {
    const plain = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(1234567.5)
    expect(moneyIn(locale, { amount: 123456750n, currency: 'EUR' })).toContain(plain)
  },
)

test.each([
  [159.2, 'SEK', '159,20 kr'],
  [0.123456, 'SEK', '0,123456 kr'],
  [1500, 'JPY', '1 500 JP¥'],
  [1.5, 'JPY', '1,5 JP¥'],
  [12.5, 'KWD', '12,500 KWD'],
])('a price of %s %s keeps all its decimals', (price, currency, text) => {
  expect(priceIn('en-SE', price, currency).replace(/\s/g, ' ')).toBe(text)
})
