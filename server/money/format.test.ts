import { describe, expect, test } from 'vitest'
import { moneyIn } from './format'

describe('money has the decimals of ISO 4217', () => {
  test.each([
    [24900n, 'EUR', '€249.00'],
    [100n, 'JPY', 'JP¥100'],
    [1234n, 'KWD', 'KWD 1.234'],
    // Intl alone gives none.
    [150n, 'HUF', 'HUF 1.50'],
    [99999999999999n, 'EUR', '€999,999,999,999.99'],
  ])('%s %s', (minor, currency, text) => {
    expect(moneyIn('en-GB', minor, currency).replaceAll('\u00a0', ' ')).toBe(text)
  })
})
