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
