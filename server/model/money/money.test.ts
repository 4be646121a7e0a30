import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencies, exponentOf } from './currencies'
import { costOfFirst, lineTotal, maxAmount, toMajor, toMajorText, toMinor } from './money'

const byExponent = [
  [0, ['JPY', 'KRW', 'ISK', 'UGX']],
  [2, ['SEK', 'EUR', 'HUF', 'MGA']],
  [3, ['KWD', 'BHD', 'TND']],
  [4, ['CLF', 'UYW']],
] as const

describe('an amount', () => {
  test.each(byExponent)('with %i decimals comes back as the same minor units', (exponent, codes) => {
    fc.assert(
      fc.property(fc.bigInt(1n, maxAmount), fc.constantFrom(...codes), (minor, currency) => {
        expect(exponentOf(currency)).toBe(exponent)
        const major = toMajor({ amount: minor, currency })
        expect(toMinor(major, currency)).toBe(minor)
        // Through JSON, as callers receive and send it.
        expect(toMinor(JSON.parse(JSON.stringify(major)), currency)).toBe(minor)
        expect(Number(toMajorText({ amount: minor, currency }))).toBe(major)
      }),
    )
  })

  test.each<[number, string, bigint | undefined]>([
    [13.37, 'SEK', 1337n],
    [1.1, 'SEK', 110n],
    [4.35, 'EUR', 435n],
    [1.005, 'EUR', undefined],
    [1.005, 'KWD', 1005n],
    [13.375, 'SEK', undefined],
    [0.1 + 0.2, 'SEK', undefined],
    [1000, 'JPY', 1000n],
    [1000.5, 'JPY', undefined],
    [1.2345, 'KWD', undefined],
    [1.2345, 'CLF', 12345n],
    [1e-7, 'CLF', undefined],
    [1e21, 'JPY', 10n ** 21n],
  ])('of %s %s is %s minor units', (major, currency, minor) => {
    expect(toMinor(major, currency)).toBe(minor)
  })

  test.each([
    [1330n, 'SEK', '13.30'],
    [1000n, 'JPY', '1000'],
    [1234n, 'KWD', '1.234'],
    [1n, 'CLF', '0.0001'],
    [0n, 'EUR', '0.00'],
    [maxAmount, 'SEK', '9999999999999.99'],
  ] as const)('of %s minor units of %s is written %s', (minor, currency, text) => {
    expect(toMajorText({ amount: minor, currency })).toBe(text)
  })

  test('rejects a currency that is not in ISO 4217', () => {
    for (const code of ['', 'sek', 'XXX', 'toString']) expect(() => toMinor(1, code)).toThrow(RangeError)
    expect(new Set(currencies).size).toBe(currencies.length)
  })
})

describe('a line', () => {
  test.each([
    [{ price: 79.2, quantity: 1, vat: 25 }, 'SEK', 9900n],
    [{ price: 9.995, quantity: 1, vat: 0 }, 'SEK', 1000n],
    [{ price: 0.005, quantity: 1, vat: 0 }, 'SEK', 1n],
    [{ price: 0.004999, quantity: 1, vat: 0 }, 'SEK', 0n],
    [{ price: 0.333333, quantity: 3, vat: 0 }, 'EUR', 100n],
    [{ price: 1.1, quantity: 1.5, vat: 12.5 }, 'EUR', 186n],
    [{ price: 100, quantity: 1, vat: 12.5 }, 'JPY', 113n],
    [{ price: 0.5, quantity: 1, vat: 0 }, 'JPY', 1n],
    [{ price: 1.2345, quantity: 2, vat: 5 }, 'KWD', 2592n],
    [{ price: 10, quantity: 3, vat: 100 }, 'SEK', 6000n],
    [{ price: 0, quantity: 10, vat: 25 }, 'SEK', 0n],
  ])('of %j in %s costs %s minor units', (line, currency, total) => {
    expect(lineTotal(line, currency)).toBe(total)
  })

  test('costs what exact arithmetic gives, rounded half up once', () => {
    const micros = fc.integer({ min: 0, max: 10_000_000 })
    fc.assert(
      fc.property(micros, micros, fc.integer({ min: 0, max: 100_000_000 }), (price, quantity, vat) => {
        const line = { price: price / 1e6, quantity: quantity / 1e6, vat: vat / 1e6 }
        const exact = BigInt(price) * BigInt(quantity) * (100_000_000n + BigInt(vat)) * 100n
        const unit = 10n ** 20n
        expect(lineTotal(line, 'SEK')).toBe((2n * exact + unit) / (2n * unit))
      }),
    )
  })
})

test('the costs of units are never negative and add up to the total', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 12n), fc.integer({ min: 1, max: 200 }), (total, count) => {
      const sums = Array.from({ length: count + 1 }, (_, units) => costOfFirst(units, count, total))
      expect([sums[0], sums.at(-1)]).toEqual([0n, total])
      expect(sums.every((sum, index) => index === 0 || sum >= (sums[index - 1] ?? 0n))).toBe(true)
    }),
  )
})
