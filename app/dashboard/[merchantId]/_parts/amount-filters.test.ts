import { expect, test } from 'vitest'
import { valueInWords } from '../../_parts/table/filter'
import { amountFilters } from './amount-filters'

test('an amount is in the currency of the other filter, or else in that of the merchant, and says so', () => {
  const [amount] = amountFilters('SEK')
  const words = (given: Partial<Record<string, string>>) =>
    amount && valueInWords(amount, given, { today: '2026-12-01', locale: 'en-SE' })
  expect(words({ least: '10', most: '100' })).toBe('10–100 SEK')
  expect(words({ least: '10', currency: 'EUR' })).toBe('from 10 EUR')
  expect(words({ most: '100', currency: '' })).toBe('up to 100 SEK')
})
