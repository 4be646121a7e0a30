import { describe, expect, test } from 'vitest'
import { currencies, exponentOf } from '../../model/money/currencies'
import { fromWire, stripeCurrencies, stripeSteps, toWire } from './wire-amount'

describe('amounts at Stripe', () => {
  test.each([
    ['SEK', 12_345n, 12_345],
    ['EUR', 1n, 1],
    // Neither has decimals, at Stripe as in ISO 4217.
    ['JPY', 500n, 500],
    ['KRW', 1000n, 1000],
    // Have no decimals, and are sent with two.
    ['ISK', 5n, 500],
    ['UGX', 12_345n, 1_234_500],
    // Has two decimals, and is sent without.
    ['MGA', 500n, 5],
    // Have three decimals, of which the last is 0.
    ['KWD', 5120n, 5120],
    ['BHD', 10n, 10],
  ] as const)('%s: %s is sent as %s', (currency, amount, wire) => {
    expect(toWire({ amount, currency })).toBe(wire)
    expect(fromWire(wire, currency.toLowerCase())).toBe(amount)
  })

  test.each([
    ['KWD', 5125n],
    ['MGA', 501n],
    // Stripe does not have these.
    ['IQD', 1000n],
    ['CLF', 10_000n],
  ] as const)('%s: %s cannot be sent', (currency, amount) => {
    expect(toWire({ amount, currency })).toBeUndefined()
  })

  test.each(['ang', 'std', 'xyz'])('stay as they are in %s, which Kassa does not have', (currency) => {
    expect(fromWire(5_000, currency)).toBe(5_000n)
  })

  test('come back as they were sent, in every currency', () => {
    for (const currency of stripeCurrencies) {
      const amount = 12_000n
      const wire = toWire({ amount, currency })
      expect(wire, currency).toBeDefined()
      expect(fromWire(wire ?? 0, currency.toLowerCase()), currency).toBe(amount)
    }
  })

  test('differ from ISO 4217 in three currencies only', () => {
    const differ = currencies.filter((currency) => {
      if (!stripeCurrencies.has(currency)) return false
      const unit = 10n ** BigInt(exponentOf(currency)) * 10n
      return toWire({ amount: unit, currency }) !== Number(unit)
    })
    expect(differ).toEqual(['ISK', 'MGA', 'UGX'])
  })

  test('are multiples of a step in some currencies', () => {
    expect([...stripeSteps].sort()).toEqual([
      ...['BHD', 'JOD', 'KWD'].map((currency) => [currency, 10n]),
      ['MGA', 100n],
      ...['OMR', 'TND'].map((currency) => [currency, 10n]),
    ])
    for (const [currency, step] of stripeSteps) {
      expect(toWire({ amount: step * 7n, currency }), currency).toBeDefined()
      expect(toWire({ amount: step * 7n + 1n, currency }), currency).toBeUndefined()
    }
    for (const currency of stripeCurrencies)
      if (!stripeSteps.has(currency)) expect(toWire({ amount: 7n, currency }), currency).toBeDefined()
  })
})
