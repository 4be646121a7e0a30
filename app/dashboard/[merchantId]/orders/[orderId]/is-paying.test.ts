import { expect, test } from 'vitest'
import { noShares } from '@/server/model/order/rules'
import { isPaying } from './is-paying'

test.each([
  [{ charged: 50n }, undefined, true],
  [{ ordered: 50n }, undefined, true],
  [{ refunded: 50n, cancelled: 10n }, undefined, false],
  [{ charged: 50n }, { lost: 0n }, true],
  [{ charged: 50n }, { lost: 20n }, true],
  [{ charged: 50n }, { lost: 50n }, false],
])('an order with %o and %o disputed is paying: %s', (some, disputed, expected) => {
  expect(isPaying({ shares: { ...noShares(), ...some }, disputed })).toBe(expected)
})
