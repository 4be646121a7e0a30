import { expect, test } from 'vitest'
import { arrives } from '@/server/model/card/settlement'
import { paidInWords } from './settlement-words'

test.each([
  ['on its way', true],
  ['paid', true],
  ['failed', false],
  ['cancelled', false],
] as const)('a payout that is %s has a day of arrival: %s', (state, expected) => {
  expect(arrives(state)).toBe(expected)
})

test.each([
  ['on its way', 1n, 'Will be paid out'],
  ['paid', 1n, 'Paid out'],
  ['failed', 1n, 'Not paid out'],
  ['on its way', -1n, 'Will be collected'],
  ['paid', -1n, 'Collected'],
  ['cancelled', -1n, 'Not collected'],
] as const)('a payout that is %s, of %s: %s', (state, amount, words) => {
  expect(paidInWords({ state, amount })).toBe(words)
})
