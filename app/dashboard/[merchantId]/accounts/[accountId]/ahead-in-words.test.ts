import { expect, test } from 'vitest'
import { aheadInWords } from './ahead-in-words'

const monthly = {
  ...{ amount: 11200n, currency: 'SEK', words: 'every month on the 30th' },
  ...{ due: '2026-12-30', end: null, ended: null, planned: null },
}
const planned = { ...{ from: '2026-12-30', amount: 16800n, currency: 'SEK' }, words: monthly.words }

test.each<[string, object]>([
  [', next payment on 30 December', {}],
  [', ends on 29 December', { due: null, end: '2026-12-29' }],
  [', next payment on 30 December, ends on 29 January 2027', { end: '2027-01-29' }],
  [', next payment on 30 December, 168 SEK from 30 December', { planned }],
  [
    ', next payment on 30 December, every quarter from 30 December',
    { planned: { ...planned, amount: 11200n, words: 'every quarter' } },
  ],
  [', next payment on 30 December, changed from 30 December', { planned: { ...planned, amount: 11200n } }],
  // A change after the end takes no effect.
  [', ends on 29 December', { due: null, end: '2026-12-29', planned }],
  [', ended yesterday', { end: '2026-11-29', ended: '2026-11-29', planned }],
])('a subscription in an account says “%s”', (words, part) => {
  const money = (of: { amount: bigint; currency: string }) => `${Number(of.amount) / 100} ${of.currency}`
  const shown = { isPaused: false, money, today: '2026-11-30' }
  expect(aheadInWords({ ...monthly, ...part }, shown)).toBe(words)
})

test('a suspended account has no next payment', () => {
  const shown = { isPaused: true, money: () => '', today: '2026-11-30' }
  expect(aheadInWords(monthly, shown)).toBe('')
})
