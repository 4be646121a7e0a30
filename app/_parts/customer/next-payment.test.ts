import { expect, test } from 'vitest'
import type { SubscriptionRow } from '@/server/store/subscriptions'
import { cardTrouble, nextPayment } from './next-payment'

const today = '2026-11-21'

test('the next payment includes all subscriptions that are due on the nearest day', () => {
  const terms = { schedule: { frequency: 'monthly' }, planned: null }
  // 0.60 from that day on, instead of 0.50.
  const planned = { from: '2026-11-30', items: 0.6 }
  const rows = [
    { ...terms, due: '2026-12-01', amount: 100n, currency: 'SEK' },
    { ...terms, due: '2026-11-30', amount: 250n, currency: 'SEK' },
    { ...terms, due: null, amount: 999n, currency: 'SEK' },
    { ...terms, due: '2026-11-30', amount: 50n, currency: 'SEK', planned },
    { ...terms, due: '2026-11-30', amount: 7n, currency: 'EUR' },
  ] as SubscriptionRow[]
  const next = nextPayment(rows)
  expect(next?.day).toBe('2026-11-30')
  expect(next?.sums).toEqual([
    { currency: 'SEK', amount: 310n },
    { currency: 'EUR', amount: 7n },
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
