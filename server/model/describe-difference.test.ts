import { expect, test } from 'vitest'
import { describeDifference } from './describe-difference'
import { differenceKinds } from './difference'
import type { Money } from './money/money'

const written = ({ amount, currency }: Money) => `${amount} ${currency}`
const details = { currency: 'SEK', here: '6000', there: '6550', event: 'charge', operation: 'x' } as const

test.each(differenceKinds)('says in words what a difference is and what to do: %s', (kind) => {
  for (const adoptable of [true, false])
    for (const given of [details, {}]) {
      const { what, next } = describeDifference({ kind, details: given, adoptable }, written)
      for (const text of [what, next]) expect(text).toMatch(/^[A-Z].*\.$/)
      expect(what + next).not.toMatch(/undefined|null|NaN/)
    }
})

test('has the amounts in the currency of the order', () => {
  const { what } = describeDifference({ kind: 'amount', details, adoptable: true }, written)
  expect(what).toBe('Kassa has 6000 SEK charged, and the card service has 6550 SEK.')
  const own = (given: typeof details | { currency: string; here: string }) =>
    describeDifference({ kind: 'own records', details: given, adoptable: true }, written).what
  const differ = "Kassa's own records of this order differ: 6000 SEK"
  expect(own(details)).toBe(`${differ} and 6550 SEK.`)
  expect(own({ currency: 'SEK', here: '6000' })).toBe(`${differ}.`)
})
