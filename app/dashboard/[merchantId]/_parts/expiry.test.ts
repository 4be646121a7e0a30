import { expect, test } from 'vitest'
import { monthOf } from '@/server/model/calendar'
import { expiryOf, expiryWarning } from './expiry'

test.each([
  [[10, 26], 'expired', '10/26'],
  [[11, 26], 'expiring', '11/26'],
  [[12, 26], 'expiring', '12/26'],
  [[1, 27], 'good', '01/27'],
  [[3, 5], 'expired', '03/05'],
] as const)('in November 2026 a card of %o is %s', (expires, state, written) => {
  expect(expiryOf(expires, monthOf('2026-11-21'))).toEqual({ state, written })
})

test.each([
  [[12, 26], undefined],
  [[11, 26], 'The card expires before then: payments may fail unless the customer adds another.'],
  [[10, 26], 'The card has expired: payments may fail until the customer adds another.'],
] as const)('a card of %o that is to pay in December 2026: %s', (expires, warning) => {
  expect(expiryWarning(expires, '2026-12-05', '2026-11-28')).toBe(warning)
})
