import { expect, test } from 'vitest'
import { describeFailure } from './describe-failure'
import { declineCodes } from './service'

test('only codes that payers must not be able to tell apart have the same sentence', () => {
  const plain = describeFailure('card declined')
  const like = declineCodes.filter((code) => describeFailure(code) === plain)
  expect(like).toEqual(['card declined', 'card lost or stolen', 'suspected fraud'])
  expect(new Set(declineCodes.map((code) => describeFailure(code))).size).toBe(declineCodes.length - 2)
})

test.each(declineCodes)('says what to do next: %s', (code) => {
  expect(describeFailure(code)).toMatch(/^[A-Z][^.]+\. (Use|Enter|Try|Contact|Look) .+\.$/)
})

test.each([
  ['refund', 'acquirer error', /^The card service could not make the refund\. /],
  ['refund', 'invalid transaction', /^The card service does not allow a refund of this payment/],
  ['cancel', 'acquirer error', /^The card service could not cancel this\. /],
  ['cancel', 'invalid transaction', /^The card service does not allow this to be cancelled/],
] as const)('a %s that fails with %j is not about the card', (kind, code, words) => {
  expect(describeFailure(code, kind)).toMatch(words)
})

test.each(['refund', 'cancel'] as const)('a %s that never arrived can be tried again', (kind) => {
  expect(describeFailure('never arrived', kind)).toBe(describeFailure('never arrived'))
})
