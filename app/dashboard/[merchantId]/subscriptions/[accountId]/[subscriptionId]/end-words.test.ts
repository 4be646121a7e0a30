import { expect, test } from 'vitest'
import type { Money } from '@/server/model/money/money'
import { afterLastDate, unpaidInWords } from './end-words'

const money = ({ amount, currency }: Money) => `${Number(amount) / 100} ${currency}`
const owed = (amount: bigint, givenUp = false) => ({ amount, currency: 'SEK', givenUp })

test('an end states what is still unpaid, and whether it is retried', () => {
  expect(unpaidInWords([], money)).toBeUndefined()
  expect(unpaidInWords([owed(1000n), owed(1140n)], money)).toBe(
    'The unpaid 21.4 SEK remains due and will be retried.',
  )
  expect(unpaidInWords([owed(1000n), owed(1140n, true)], money)).toBe(
    'The unpaid 21.4 SEK remains due, and part of it will be retried.',
  )
  expect(unpaidInWords([owed(1000n, true)], money)).toBe('10 SEK remains unpaid.')
})

test('an end without another date promises that nothing is charged only if nothing is retried', () => {
  expect(afterLastDate([], money)).toBe('Nothing more will be charged.')
  expect(afterLastDate([owed(2140n)], money)).toBe(
    'No later date will be charged. The unpaid 21.4 SEK remains due and will be retried.',
  )
})
