import { expect, test } from 'vitest'
import type { Money } from '@/server/model/money/money'
import { afterLastDate, datesUntil, restInWords, unpaidInWords } from './end-words'

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

test('the dates charged until another end are calculated from it, even if none is left before the current end', () => {
  const monthly = {
    schedule: { frequency: 'monthly' },
    start: '2027-01-01',
    due: null,
    billed: '2027-01-01',
    end: '2027-01-31',
    account: { status: 'active' },
  } as const
  const today = '2027-01-10'
  expect(datesUntil(monthly, '2027-01-31', today)).toEqual([])
  expect(datesUntil(monthly, '2027-03-31', today)).toEqual(['2027-02-01', '2027-03-01'])
  const paused = { ...monthly, due: '2027-02-01', end: null, account: { status: 'suspended' } } as const
  expect(datesUntil(paused, '2027-03-31', '2027-02-10')).toEqual(['2027-03-01'])
})

test('a payment that fails again is promised a retry only if there is one', () => {
  const [retried, givenUp, restored] = [
    { givenUp: false, retryOn: null },
    { givenUp: true, retryOn: null },
    { givenUp: true, retryOn: '2026-12-01' },
  ]
  expect(restInWords('The payment', [retried, restored])).toBe('The payment will be retried as scheduled.')
  expect(restInWords('The payment', [givenUp])).toBe('The payment will not be retried automatically.')
  expect(restInWords('The rest', [givenUp, retried])).toBe(
    'Only part of the rest will be retried as scheduled.',
  )
})
