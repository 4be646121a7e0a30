import { expect, test } from 'vitest'
import { endedInWords } from './ended-dispute'

test.each([
  ['won', false, 'The money is yours again.'],
  ['lost', false, 'The bank has returned the money to the customer. Do not refund it as well.'],
  ['closed', true, 'The bank has closed its inquiry and has taken no money.'],
  // A dispute that ended without a decision does not say who has the money.
  ['closed', false, undefined],
  ['needs response', true, undefined],
  ['under review', false, undefined],
] as const)('a dispute that is %s (inquiry: %s): %s', (state, isInquiry, sentence) => {
  expect(endedInWords({ state, isInquiry })).toBe(sentence)
})
