import { expect, test } from 'vitest'
import { hasOutbox } from '../core/has-outbox'
import { gapAfter, maxAttempts } from './retry'
import { fromHeader, shopName } from './sender'

test.each([
  ['Kassa <kassa@example.com>', 'My shop', '"My shop" <kassa@example.com>'],
  ['kassa@example.com', 'My shop, Inc.', '"My shop, Inc." <kassa@example.com>'],
  ['"K" <kassa@example.com>', 'A "quoted" \\ <x@y.z> name', '"A quoted  x@y.z name" <kassa@example.com>'],
])('mail from %s in the name of %s', (mailFrom, shop, expected) => {
  expect(fromHeader(mailFrom, shop)).toBe(expected)
})

test('a merchant is named by its branding, or else by its name, on one line', () => {
  expect(shopName({ name: 'Shop AB', branding: { name: 'Shop' } })).toBe('Shop')
  expect(shopName({ name: 'Shop\r\nAB', branding: { name: ' ' } })).toBe('Shop AB')
})

test('all attempts are made within the day for which the mail service remembers a mail', () => {
  const gaps = Array.from({ length: maxAttempts - 1 }, (_, index) => gapAfter(index + 1, 1) ?? Number.NaN)
  expect(gaps).toEqual(gaps.toSorted((one, other) => one - other))
  const together = gaps.reduce((sum, gap) => sum + gap, 0)
  expect(together).toBeGreaterThan(18 * 3_600_000)
  expect(together).toBeLessThan(23.5 * 3_600_000)
  expect(gapAfter(maxAttempts, 0)).toBeUndefined()
})

test.each([
  [true, 'http://localhost:3000', true],
  [true, 'http://127.0.0.1:3000', true],
  [true, 'http://[::1]:3000', true],
  [true, 'http://shop.localhost', true],
  [true, 'https://pay.example.com', false],
  [true, 'http://192.168.1.5:3000', false],
  [true, 'http://localhost.example.com', false],
  [false, 'http://localhost:3000', false],
])('embedded %s at %s: an outbox is %s', (embedded, baseUrl, expected) => {
  expect(hasOutbox({ embedded, baseUrl })).toBe(expected)
})
