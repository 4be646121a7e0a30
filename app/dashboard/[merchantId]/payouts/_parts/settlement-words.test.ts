import { expect, test } from 'vitest'
import { arrives } from './settlement-words'

test.each([
  ['on its way', true],
  ['paid', true],
  ['failed', false],
  ['cancelled', false],
] as const)('a payout that is %s has a day of arrival: %s', (state, expected) => {
  expect(arrives(state)).toBe(expected)
})
