import { expect, test } from 'vitest'
import type { Shares } from './rules'
import { orderParts, stateOfOrder } from './state-in-short'

const none = { pending: 0n, denied: 0n, ordered: 0n, charged: 0n, refunded: 0n, cancelled: 0n }

test.each<[Partial<Shares>, string]>([
  [{ denied: 100n }, 'Denied'],
  [{ pending: 100n }, 'Pending'],
  [{ ordered: 100n }, 'Ordered'],
  [{ ordered: 50n, cancelled: 50n }, 'Partly cancelled'],
  [{ ordered: 50n, charged: 50n }, 'Partly charged'],
  [{ ordered: 50n, refunded: 50n }, 'Partly refunded'],
  [{ charged: 100n }, 'Charged'],
  [{ charged: 50n, cancelled: 50n }, 'Partly cancelled'],
  [{ charged: 50n, refunded: 50n }, 'Partly refunded'],
  [{ refunded: 100n }, 'Refunded'],
  [{ refunded: 50n, cancelled: 50n }, 'Refunded'],
  [{ cancelled: 100n }, 'Cancelled'],
  [{}, 'Free'],
])('an order with %o is %s', (shares, text) => {
  expect(stateOfOrder({ ...none, ...shares }).text).toBe(text)
})

test('a dispute comes before what happened earlier', () => {
  const charged = { ...none, charged: 100n }
  expect(stateOfOrder(charged, { open: 100n, lost: 0n }).text).toBe('Disputed')
  expect(stateOfOrder(charged, { open: 0n, lost: 100n }).text).toBe('Dispute lost')
})

test('only states that hold an amount are parts, the most urgent first', () => {
  const shares = { ...none, cancelled: 10n, refunded: 20n, charged: 30n, ordered: 40n }
  expect(orderParts(shares)).toEqual([
    { state: 'ordered', amount: 40n },
    { state: 'charged', amount: 30n },
    { state: 'refunded', amount: 20n },
    { state: 'cancelled', amount: 10n },
  ])
})
