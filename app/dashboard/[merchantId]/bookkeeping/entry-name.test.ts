import { expect, test } from 'vitest'
import { entryName } from './entry-name'

test('opposite movements of money have different names in the journal', () => {
  const nameOf = (
    kind: 'dispute' | 'reversal' | 'payout' | 'write-off' | 'other',
    amount: bigint,
    isReturnedPayout = false,
  ) => entryName({ kind, amount, isReturnedPayout })
  expect(nameOf('dispute', -63_479n)).toBe('Dispute')
  expect(nameOf('dispute', 63_479n)).toBe('Dispute won')
  expect(nameOf('write-off', -63_479n)).toBe('Dispute lost')
  expect(nameOf('write-off', 63_479n)).toBe('Dispute lost, reversed')
  expect(nameOf('reversal', -63_479n)).toBe('Charge failed')
  expect(nameOf('reversal', 63_479n)).toBe('Refund failed')
  expect(nameOf('payout', -138_174n)).toBe('Payout')
  expect(nameOf('payout', 138_174n, true)).toBe('Failed payout, returned')
  // The card service collected what the merchant owed it.
  expect(nameOf('payout', 138_174n)).toBe('Payout')
  expect(nameOf('other', 1n)).toBe('Other')
})
