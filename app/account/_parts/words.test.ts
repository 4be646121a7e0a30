import { expect, test } from 'vitest'
import { hasExpired, nearDay, titleOf } from './words'

const today = '2026-11-21'

test.each([
  ['2026-11-21', 'today'],
  ['2026-11-22', 'tomorrow'],
  ['2026-11-20', 'yesterday'],
  ['2026-11-23', 'on Monday'],
  ['2026-11-27', 'on Friday'],
  ['2026-11-28', 'on 28 November 2026'],
  ['2026-11-19', 'on 19 November 2026'],
  ['2090-01-31', 'on 31 January 2090'],
])('%s is %s', (day, words) => {
  expect(nearDay(day, today, 'en-SE')).toBe(words)
})

test.each([
  [
    [
      { name: 'Coffee', price: 1 },
      { name: 'Tea', price: 1 },
      { name: 'Coffee', price: 2 },
    ],
    null,
    'Coffee, Tea',
  ],
  [{ name: 'Coffee', price: 1 }, 'S-1', 'Coffee'],
  [10, 'S-1', 'Subscription S-1'],
  [{ price: 1 }, null, 'Subscription'],
])('a subscription of %j with number %j is called %s', (items, number, title) => {
  expect(titleOf({ items, number })).toBe(title)
})

test('a card is good to the end of its month', () => {
  expect([11, 12, 10].map((month) => hasExpired([month, 26], today))).toEqual([false, false, true])
  expect([hasExpired([12, 25], today), hasExpired([1, 27], today)]).toEqual([true, false])
})
