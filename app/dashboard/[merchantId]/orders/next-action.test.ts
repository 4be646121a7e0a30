import { expect, test } from 'vitest'
import { noShares } from '@/server/model/order/rules'
import { nextAction } from './next-action'

const order = (some: object) => ({ ...noShares(), ...some })

test.each([
  [{ shares: order({ ordered: 50n, charged: 50n }) }, 'charge'],
  [{ shares: order({ charged: 50n }) }, 'refund'],
  [{ shares: order({ refunded: 50n }) }, undefined],
  [{ shares: order({ charged: 50n }), disputed: { open: 10n, lost: 0n } }, undefined],
  [{ shares: order({ charged: 50n }), disputed: { open: 0n, lost: 50n } }, undefined],
  [{ shares: order({ charged: 50n }), disputed: { open: 0n, lost: 20n } }, 'refund'],
])('offers what is possible: %#', (given, action) => {
  expect(nextAction(given)).toBe(action)
})
