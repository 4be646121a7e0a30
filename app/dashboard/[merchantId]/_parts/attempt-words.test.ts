import { expect, test } from 'vitest'
import { failureInShort, failureInWords, nextAttemptInWords } from './attempt-words'

const failed = {
  kind: 'pay',
  attempt: { number: 1, of: 5 },
  requestedBy: undefined,
  retryOn: '2027-03-02',
  isLastRetry: false,
  isGivenUp: false,
  paidOrderId: null,
} as const
const requested = { ...failed, attempt: null, requestedBy: 'Key “Till”' }

test.each([
  [failed, 'Attempt 1 of 5. Next attempt tomorrow.'],
  [{ ...failed, isLastRetry: true }, 'Attempt 1 of 5. Next attempt tomorrow, then suspended.'],
  [requested, 'Requested by: Key “Till”. Next attempt tomorrow.'],
  [{ ...requested, isLastRetry: true }, 'Requested by: Key “Till”. Next attempt tomorrow, then suspended.'],
  [{ ...requested, retryOn: null }, 'Requested by: Key “Till”.'],
  [{ ...failed, kind: 'charge', attempt: null, retryOn: null } as const, 'Not retried automatically.'],
])('says which attempt failed, or who requested it, and what happens next', (attempt, words) => {
  expect(nextAttemptInWords(attempt, '2027-03-01')).toBe(words)
})

test('says what failed and why, with its amount if it has one', () => {
  const money = ({ amount, currency }: { amount: bigint; currency: string }) => `${amount} ${currency}`
  const refund = { kind: 'refund', code: 'acquirer error', amount: 5n, currency: 'SEK' } as const
  expect(failureInWords(refund, money)).toBe('Refund of 5 SEK failed: Card service error')
  expect(failureInWords(refund)).toBe('Refund failed: Card service error')
  const card = { kind: 'store', code: 'insufficient funds', amount: null, currency: null } as const
  expect(failureInWords(card, money)).toBe('New card declined: Insufficient funds')
  expect(failureInShort(card)).toBe('New card: Insufficient funds')
  expect(nextAttemptInWords({ ...failed, ...card, attempt: null, retryOn: null }, '2027-03-01')).toBe(
    'The card was not added.',
  )
})
