import type { Movement } from '@/server/model/document/movement'

/** A movement of an order's money: a charge of nothing, unless `given` says more. */
export const movement = (sequence: number, given: Partial<Movement>): Movement => ({
  sequence,
  kind: 'charge',
  isReversal: false,
  amount: 0n,
  units: null,
  reference: `operation-${sequence}`,
  ...given,
})
