import fc from 'fast-check'
import { expect, test } from 'vitest'
import { movement } from '@/test/movement'
import { documentMovements } from './document-movements'
import type { Movement } from './movement'
import { sumOf } from './totals'
import { vatIn } from './vat'

type Step = { what: 'charge' | 'refund' | 'reverse' | 'undo'; size: number }
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('charge', 'charge', 'refund', 'refund', 'reverse', 'undo'),
  size: fc.nat({ max: 9999 }),
})

/**
 * Charges, refunds and late failures of an amount, refunds undone in part or together without a reference, and in the
 * end the refund of all that is left.
 */
function storyOf(amount: bigint, steps: readonly Step[]): Movement[] {
  const story: Movement[] = []
  const open: Movement[] = []
  let [ordered, charged, refunded] = [amount, 0n, 0n]
  const move = (given: Partial<Movement>) => {
    const moved = movement(story.length + 1, given)
    story.push(moved)
    const size = moved.isReversal ? -moved.amount : moved.amount
    if (moved.kind === 'charge') [ordered, charged] = [ordered - size, charged + size]
    else [charged, refunded] = [charged - size, refunded + size]
    return moved
  }
  for (const { what, size } of steps) {
    const most = { charge: ordered, refund: charged, undo: refunded, reverse: 0n }[what]
    const part = (most * BigInt(size)) / 9999n
    if (what === 'undo') {
      if (part > 0n) move({ kind: 'refund', amount: part, isReversal: true, reference: null })
      continue
    }
    if (what !== 'reverse') {
      if (part > 0n) open.push(move({ kind: what, amount: part }))
      continue
    }
    const failed = open[size % open.length]
    if (!failed || failed.amount > (failed.kind === 'charge' ? charged : refunded)) continue
    open.splice(open.indexOf(failed), 1)
    move({ ...failed, sequence: story.length + 1, isReversal: true })
  }
  if (charged > 0n) move({ kind: 'refund', amount: charged })
  return story
}

test('credit notes of an order without lines take back what their invoices have, to the last minor unit', () => {
  const cases = fc.record({
    amount: fc.bigInt(1n, 100_000n),
    rate: fc.constantFrom(25, 12, 6, 19, 7, 2.1, 100),
    steps: fc.array(step, { maxLength: 9 }),
  })
  fc.assert(
    fc.property(cases, ({ amount, rate, steps }) => {
      const story = storyOf(amount, steps)
      const documented = documentMovements({ amount, lines: null, rate }, story)
      const sumsOf = new Map(documented.map((each) => [each.sequence, sumOf(each.lines)]))
      let vat = 0n
      for (const [place, { isCredit, lines, corrects = [] }] of documented.entries()) {
        const { kind, isReversal, reference, amount: moved = 0n } = story[place] ?? {}
        const sums = sumOf(lines)
        expect([sums.gross, sums.net >= 0n, sums.vat >= 0n]).toEqual([moved, true, true])
        vat += isCredit ? -sums.vat : sums.vat
        const difference = Number(sums.vat - vatIn(moved, rate))
        // A refund that failed takes back exactly its VAT, so that of the others can be off by another unit.
        if (isCredit) expect(Math.abs(difference)).toBeLessThanOrEqual(corrects.length + 1)
        const [invoice] = corrects.map((each) => sumsOf.get(each))
        if (invoice && corrects.length === 1) {
          expect(sums.vat).toBeLessThanOrEqual(invoice.vat)
          expect(sums.net).toBeLessThanOrEqual(invoice.net)
          if (sums.gross === invoice.gross) expect(sums).toEqual(invoice)
        }
        // What was undone without a reference can be a part of any refund.
        if (kind !== 'refund' || !isReversal || story.some((each) => each.reference === null)) continue
        const failed = story.find((each) => each.reference === reference)
        expect(sums).toEqual(sumsOf.get(failed?.sequence ?? 0))
      }
      expect(vat).toBe(0n)
    }),
    { numRuns: 2000 },
  )
})

test('a refund that was undone without a reference has its VAT again when it is repeated', () => {
  const documented = documentMovements({ amount: 100n, lines: null, rate: 25 }, [
    movement(1, { amount: 100n }),
    movement(2, { kind: 'refund', amount: 100n }),
    movement(3, { kind: 'refund', amount: 100n, isReversal: true, reference: null }),
    movement(4, { kind: 'refund', amount: 100n }),
  ])
  expect(documented.map(({ lines }) => sumOf(lines).vat)).toEqual([20n, 20n, 20n, 20n])
})

test('a charge of an amount is reversed as it was charged, after another charge', () => {
  const reference = 'operation-1'
  const documented = documentMovements({ amount: 1245n, lines: null, rate: 19 }, [
    movement(1, { amount: 341n }),
    movement(2, { amount: 904n }),
    movement(3, { amount: 341n, isReversal: true, reference }),
  ])
  expect(documented[2]?.lines).toEqual(documented[0]?.lines)
  expect(documented[2]?.corrects).toEqual([1])
})
