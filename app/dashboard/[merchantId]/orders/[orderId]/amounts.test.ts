import { expect, test } from 'vitest'
import { noShares } from '@/server/model/order/rules'
import { amountParts, returnedInWords } from './amounts'

const order = { shares: { ...noShares(), ordered: 250n, charged: 80n }, isPaid: true }

test('each amount is stated once, apart from its state while it is under way', () => {
  expect(amountParts({ ...order, accepted: [] })).toEqual([
    { state: 'ordered', amount: 250n },
    { state: 'charged', amount: 80n },
  ])
  const accepted = [
    { type: 'charge', amount: 100n },
    { type: 'refund', amount: 80n },
  ] as const
  expect(amountParts({ ...order, accepted })).toEqual([
    { state: 'ordered', amount: 150n },
    { state: 'ordered', amount: 100n, underWay: 'charge' },
    { state: 'charged', amount: 80n, underWay: 'refund' },
  ])
})

test('an unpaid order that is being paid keeps its state', () => {
  const shares = { ...noShares(), pending: 100n }
  const accepted = [{ type: 'charge', amount: 100n }] as const
  expect(amountParts({ shares, isPaid: false, accepted })).toEqual([{ state: 'pending', amount: 100n }])
})

test('what a lost dispute took of the charged amount is stated, because it is still shown as charged', () => {
  const said = (lost: bigint) =>
    returnedInWords({ disputed: { lost }, currency: 'SEK' }, ({ amount }) => `${amount / 100n} kr`)
  expect(said(4_000n)).toBe('After a dispute, the bank has returned 40 kr to the customer.')
  expect(said(0n)).toBeUndefined()
})
