import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readNumber, writeNumber } from './read-number'

describe('reads numbers as people type them', () => {
  test.each([
    ['1 000,50', 1000.5],
    ['1\u00a0000\u202f000', 1_000_000],
    ['1,000.50', 1000.5],
    ['1.000,00', 1000],
    ["1'000.50", 1000.5],
    ['1.000.000', 1_000_000],
    ['199,20', 199.2],
    ['1 199.2', 1199.2],
    ['0,125', 0.125],
    ['.5', 0.5],
    ['12.', 12],
    ['-5', -5],
    ['−5', -5],
    ['007', 7],
    ['€ 249', 249],
    ['1 250 kr', 1250],
    ['1000.500', 1000.5],
  ])('%s is %s, whatever the locale', (typed, value) => {
    for (const locale of ['en-SE', 'en-US', 'de-DE'])
      expect(readNumber(typed, locale)).toEqual({ value, doubtful: false })
  })

  test.each([
    ['1.000', 'en-SE', 1000],
    ['1,000', 'en-SE', 1],
    ['1.000', 'en-US', 1],
    ['1,000', 'en-US', 1000],
    ['12.345', 'de-DE', 12_345],
    ['1.000', 'en-DE', 1000],
  ])('%s could be two numbers, and is read as in %s', (typed, locale, value) => {
    expect(readNumber(typed, locale)).toEqual({ value, doubtful: true })
  })

  test.each([
    'abc',
    '1,2,3',
    '1.2.3',
    '1 00',
    '12,3456,7',
    '1.000,00,0',
    '1,00.5',
    '0x10',
    '1e3',
    '5 - 3',
    '.',
    '1 000.000 000',
  ])('%j is not a number', (typed) => expect(readNumber(typed, 'en-SE')).toEqual({ problem: 'unreadable' }))

  test('a number that is longer than amounts can be is refused, not rounded', () => {
    expect(readNumber('1234567890123456', 'en-SE')).toEqual({ problem: 'too long' })
    expect(readNumber(' ', 'en-SE')).toEqual({ problem: 'empty' })
  })
})

test('a formatted number is read back as the same number', () => {
  const numbers = fc
    .integer({ min: -999_999_999, max: 999_999_999_999 })
    .chain((digits) => fc.integer({ min: 0, max: 6 }).map((decimals) => digits / 10 ** decimals))
  fc.assert(
    fc.property(
      numbers,
      fc.constantFrom('en-SE', 'en-US', 'de-DE', 'sv-SE', 'en-CH', 'en-DE'),
      (value, locale) => {
        expect(readNumber(writeNumber(value, locale), locale)).toMatchObject({ value })
      },
    ),
  )
})
