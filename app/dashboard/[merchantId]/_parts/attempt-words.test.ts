import { expect, test } from 'vitest'
import { nextAttemptInWords } from './attempt-words'

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
