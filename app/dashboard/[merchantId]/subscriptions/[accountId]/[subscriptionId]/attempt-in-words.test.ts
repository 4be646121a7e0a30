import { expect, test } from 'vitest'
import type { Money } from '@/server/model/money/money'
import type { EventReason } from '@/server/model/order/reasons'
import { attemptInWords } from './attempt-in-words'

const money = ({ amount, currency }: Money) => `${Number(amount) / 100} ${currency}`
const cancelled = (reason: EventReason | null) =>
  attemptInWords({ type: 'cancel', reason, amount: 24_900n }, 'SEK', money)

test('only what somebody cancelled in Kassa was written off', () => {
  expect(cancelled(null)).toBe('Written off 249 SEK')
  expect(cancelled('requested')).toBe('Written off 249 SEK')
  expect(cancelled('external')).toBe('Cancelled 249 SEK')
  expect(cancelled('expired')).toBe('Cancelled 249 SEK')
})

test('says what an attempt did, what is under way and what failed', () => {
  const words = (type: 'charge' | 'refund' | 'accept' | 'fail', amount: bigint | null) =>
    attemptInWords({ type, original: 'charge', reason: null, amount }, 'SEK', money)
  expect(words('charge', 1000n)).toBe('Charged 10 SEK')
  expect(words('refund', null)).toBe('Refunded')
  expect(words('accept', 1000n)).toBe('Charge accepted, outcome pending')
  expect(words('fail', 1000n)).toBe('Charge failed')
})
