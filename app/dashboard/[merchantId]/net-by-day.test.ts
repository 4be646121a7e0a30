import { expect, test } from 'vitest'
import { hasPayments } from './net-by-day'

test('a period whose charges were all refunded is not one without payments', () => {
  expect(hasPayments({ charged: [0n, 1000n], refunded: [0n, 1000n] })).toBe(true)
  expect(hasPayments({ charged: [0n, 0n], refunded: [0n, 0n] })).toBe(false)
})
