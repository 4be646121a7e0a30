import { describe, expect, test } from 'vitest'
import { movement } from '@/test/movement'
import { Corrections } from './corrections'
import type { Movement } from './movement'

const units = (...places: number[]) => [{ line: 0, units: places }]

/** What each movement corrects. Each unit costs as much as `prices` says. */
function correctedBy(movements: readonly Movement[], prices: readonly bigint[] = []) {
  const corrections = new Corrections((taken) =>
    taken.flatMap((each) => each.units).reduce((sum, unit) => sum + (prices[unit] ?? 0n), 0n),
  )
  return movements.map((each) =>
    corrections.add(each, each.units ?? undefined).map(({ sequence }) => sequence),
  )
}

describe('a refund', () => {
  test('of units corrects the documents that charged them', () => {
    const prices = [30n, 30n, 40n]
    const corrected = correctedBy(
      [
        movement(2, { units: units(0), amount: 30n }),
        movement(3, { units: units(1, 2), amount: 70n }),
        movement(4, { kind: 'refund', units: units(0), amount: 30n }),
        movement(5, {
          kind: 'refund',
          units: units(0),
          amount: 30n,
          isReversal: true,
          reference: 'operation-4',
        }),
        movement(6, { kind: 'refund', units: units(0, 2), amount: 70n }),
        movement(7, { kind: 'refund', units: units(1), amount: 30n }),
      ],
      prices,
    )
    expect(corrected).toEqual([[], [], [2], [2], [2, 3], [3]])
  })

  test('of units that were free does not correct the document that charged them', () => {
    const corrected = correctedBy(
      [
        movement(2, { units: units(0, 1), amount: 10n }),
        movement(3, { units: units(2), amount: 0n }),
        movement(4, { kind: 'refund', units: units(1, 2), amount: 10n }),
      ],
      [0n, 10n, 0n],
    )
    expect(corrected).toEqual([[], [], [2]])
  })

  test('of an amount corrects the last document with as much left, or else as many of the last as it takes', () => {
    const amounts = (...given: bigint[]) =>
      given.map((amount, place) =>
        movement(place, amount < 0n ? { kind: 'refund', amount: -amount } : { amount }),
      )
    expect(correctedBy(amounts(60n, 20n, -30n, -15n, -35n))).toEqual([[], [], [0], [1], [0, 1]])
    expect(correctedBy(amounts(60n, 10n, 30n, -35n, -65n))).toEqual([[], [], [], [0], [0, 1, 2]])
    expect(correctedBy(amounts(60n, 10n, 30n, -38n))).toEqual([[], [], [], [0]])
  })
})

test('a charge that is reversed corrects its own document', () => {
  const back = movement(4, { amount: 50n, isReversal: true, reference: 'operation-2' })
  expect(correctedBy([movement(2, { amount: 50n }), movement(3, { amount: 50n }), back])).toEqual([
    [],
    [],
    [2],
  ])
})

test('a charge that is reversed after a part of it was refunded corrects another one for that part', () => {
  const story = [
    movement(2, { amount: 60n }),
    movement(3, { amount: 50n }),
    movement(4, { kind: 'refund', amount: 10n }),
    movement(5, { amount: 50n, isReversal: true, reference: 'operation-3' }),
    movement(6, { kind: 'refund', amount: 50n }),
  ]
  expect(correctedBy(story)).toEqual([[], [], [3], [2, 3], [2]])
})

test('a refund that is reversed without a reference, in parts or with others, can be refunded again', () => {
  const back = { kind: 'refund', isReversal: true, reference: null } as const
  const story = [
    movement(2, { amount: 60n }),
    movement(3, { amount: 20n }),
    movement(4, { amount: 10n }),
    movement(5, { amount: 10n, isReversal: true, reference: 'operation-4' }),
    movement(6, { kind: 'refund', amount: 30n }),
    movement(7, { kind: 'refund', amount: 20n }),
    movement(8, { ...back, amount: 25n }),
    movement(9, { ...back, amount: 25n }),
    movement(10, { kind: 'refund', amount: 80n }),
  ]
  expect(correctedBy(story)).toEqual([[], [], [], [4], [2], [3], [2], [2, 3], [2, 3]])
})

test('a refund that is reversed when its charge has nothing refunded restores the charge that has', () => {
  const back = { kind: 'refund', isReversal: true, amount: 10n } as const
  const story = [
    movement(2, { amount: 60n }),
    movement(3, { amount: 50n }),
    movement(4, { kind: 'refund', amount: 10n }),
    movement(5, { ...back, reference: null }),
    movement(6, { kind: 'refund', amount: 55n }),
    movement(7, { ...back, reference: 'operation-4' }),
  ]
  expect(correctedBy(story)).toEqual([[], [], [3], [3], [2], [2]])
})
