import { expect, test } from 'vitest'
import { wordsFor } from '../../../../_parts/customer/words'
import { unpaidInWords } from './unpaid-words'

const words = wordsFor('en')
const retried = { amount: 10_000n, currency: 'SEK', givenUp: false }
const givenUp = { ...retried, givenUp: true }

test.each([
  ['all of it is retried', [retried, retried], true, true],
  ['part of it was given up', [givenUp, retried], true, false],
  ['all of it was given up', [givenUp], true, false],
  ['there is no card', [retried], false, false],
])('what remains due when %s', (_, unpaid, hasCard, isCharged) => {
  const text = unpaidInWords(unpaid, { hasCard, words })
  expect(text).toContain('remains due.')
  expect(text.includes('charge it to your card again')).toBe(isCharged)
})
