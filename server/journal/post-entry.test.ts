import { expect, test } from 'vitest'
import { postEntry } from './post-entry'

test('an account that computes the VAT computes half a minor unit as a whole one, away from zero', () => {
  const of = { kind: 'charge', amount: 0n, zeroVat: null, country: null, vatNumber: null } as const
  const posted = (net: string, vat: string) =>
    postEntry({ ...of, vat: [{ rate: 19, net, vat }] }, { isOss: () => false, isAutomatic: () => true }).map(
      ({ credit, amount }) => [credit, amount],
    )
  // 19 % of 50 are 9.5.
  expect(posted('50', '10')).toEqual([['sales.19', 60n]])
  expect(posted('-50', '-10')).toEqual([['sales.19', -60n]])
  expect(posted('50', '9')).toEqual([
    ['sales.19', 60n],
    ['vat.19', -1n],
  ])
})
