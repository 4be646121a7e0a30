import { expect, test } from 'vitest'
import { noShares } from '@/server/model/order/rules'
import type { OrderRow } from '@/server/store/orders'
import type { SubscriptionRow } from '@/server/store/subscriptions'
import { cardTrouble, nextPayment } from './ahead'
import { faceOf } from './order-words'

const today = '2026-11-21'

test('the next payment includes all subscriptions that are due on the nearest day', () => {
  const rows = [
    { due: '2026-12-01', amount: 100n, currency: 'SEK' },
    { due: '2026-11-30', amount: 250n, currency: 'SEK' },
    { due: null, amount: 999n, currency: 'SEK' },
    { due: '2026-11-30', amount: 50n, currency: 'SEK' },
    { due: '2026-11-30', amount: 7n, currency: 'EUR' },
  ] as SubscriptionRow[]
  const next = nextPayment(rows)
  expect(next?.day).toBe('2026-11-30')
  expect([...(next?.sums ?? [])]).toEqual([
    ['SEK', 300n],
    ['EUR', 7n],
  ])
  expect(nextPayment([])).toBeUndefined()
})

test.each([
  [undefined, '2026-11-30', 'none'],
  [[10, 26], '2026-11-30', 'expired'],
  [[11, 26], '2026-11-30', undefined],
  [[11, 26], '2026-12-01', 'expires'],
  [[12, 26], '2026-12-31', undefined],
] as const)('a card that expires %j, for a payment on %s: %s', (expires, due, trouble) => {
  expect(cardTrouble(expires && { expires: [...expires] }, { due, today })).toBe(trouble)
})

test.each([
  [{ pending: 1 }, null, 'pending'],
  [{ denied: 1 }, null, 'denied'],
  [{ ordered: 1 }, null, 'running'],
  [{ ordered: 1 }, 'x', 'ordered'],
  [{ charged: 1 }, 'x', 'charged'],
  [{ charged: 1, refunded: 1 }, 'x', 'partly'],
  [{ charged: 1, cancelled: 1 }, 'x', 'charged'],
  [{ refunded: 1, cancelled: 1 }, 'x', 'refunded'],
  [{ cancelled: 1 }, null, 'cancelled'],
])('an order with %j, authorised as %s, shows as %s', (shares, serviceReference, face) => {
  // Test tables cannot contain a bigint.
  const moved = Object.entries(shares).map(([state, amount]) => [state, BigInt(amount)])
  const order = { ...noShares(), ...Object.fromEntries(moved), serviceReference } as OrderRow
  expect(faceOf(order)).toBe(face)
})
