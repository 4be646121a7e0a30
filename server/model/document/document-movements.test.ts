import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { movement } from '@/test/movement'
import { toMinor } from '../money/money'
import { costOf, type Line, newLine, type TakenUnits } from '../order/lines'
import type { DocumentLine } from './content'
import { documentMovements } from './document-movements'
import { sumOf, totalsOf } from './totals'
import { spread, vatIn } from './vat'

const currency = fc.constantFrom('SEK', 'EUR', 'JPY', 'KWD', 'CLF')
const rate = fc.oneof(
  fc.constantFrom(25, 12, 6, 0, 19, 7, 2.1),
  fc.integer({ min: 0, max: 100_000_000 }).map((micros) => micros / 1e6),
)
const price = fc.integer({ min: 0, max: 2_000_000_000 }).map((micros) => micros / 1e6)
const quantity = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(0.5, 1.5, 2.345678))
const lines = currency.chain((code) =>
  fc.array(
    fc.record({ price, vat: rate, quantity }).map((item) => newLine(item, code)),
    { minLength: 1, maxLength: 5 },
  ),
)

const totalOf = (some: readonly Line[]) => some.reduce((sum, { total }) => sum + BigInt(total), 0n)
const costOfAll = (of: readonly Line[], units: readonly TakenUnits[]) =>
  units.reduce((sum, taken) => sum + costOf(of[taken.line] ?? newLine({ price: 0 }, 'SEK'), taken.units), 0n)

/** Distributes all units of lines over `count` movements at random. */
const dealt = (of: readonly Line[], count: number) =>
  fc
    .array(fc.nat({ max: count - 1 }), {
      minLength: of.reduce((sum, { units }) => sum + units.length, 0),
      maxLength: of.reduce((sum, { units }) => sum + units.length, 0),
    })
    .map((owners) => {
      let next = 0
      const owned = of.map((line) => Array.from(line.units, () => owners[next++]))
      return Array.from({ length: count }, (_, owner) =>
        owned.flatMap((units, line) => {
          const mine = units.flatMap((of, unit) => (of === owner ? [unit] : []))
          return mine.length > 0 ? [{ line, units: mine }] : []
        }),
      ).filter((taken) => taken.length > 0)
    })

/** Cuts an amount into parts at random. */
const cut = (amount: bigint) =>
  fc.array(fc.bigInt(1n, amount < 1n ? 1n : amount), { maxLength: 6 }).map((cuts) => {
    const points = [0n, ...cuts.filter((at) => at < amount).sort((one, other) => Number(one - other)), amount]
    return points
      .slice(1)
      .flatMap((at, place) => (at > (points[place] ?? 0n) ? [at - (points[place] ?? 0n)] : []))
  })

function expectSound(documented: readonly DocumentLine[], amount: bigint) {
  for (const { net, vat, gross } of documented) {
    expect(BigInt(net) + BigInt(vat)).toBe(BigInt(gross))
    expect(BigInt(net)).toBeGreaterThanOrEqual(0n)
    expect(BigInt(vat)).toBeGreaterThanOrEqual(0n)
  }
  expect(sumOf(documented).gross).toBe(amount)
  expect(sumOf(totalsOf(documented))).toEqual(sumOf(documented))
}

/** The totals of movements, without rates that only free goods have. */
const paid = (documented: readonly { lines: DocumentLine[] }[]) =>
  totalsOf(documented.flatMap((each) => each.lines)).filter(({ gross }) => gross !== '0')

describe('what is charged and refunded', () => {
  test('in units of lines adds up to the whole order, per rate and in total, whatever the parts', () => {
    const cases = lines.chain((of) => fc.tuple(fc.constant(of), dealt(of, 4), dealt(of, 3)))
    fc.assert(
      fc.property(cases, ([of, charges, refunds]) => {
        const order = { amount: totalOf(of), lines: of, rate: null }
        const whole = documentMovements(order, [movement(1, { amount: order.amount })])
        const parts = [
          ...charges.map((units, place) => movement(place + 1, { units, amount: costOfAll(of, units) })),
          ...refunds.map((units, place) =>
            movement(place + 100, { kind: 'refund', units, amount: costOfAll(of, units) }),
          ),
        ]
        const documented = documentMovements(order, parts)
        for (const [place, { lines: mine }] of documented.entries())
          expectSound(mine, parts[place]?.amount ?? -1n)
        const sums = (isCredit: boolean) =>
          totalsOf(documented.flatMap((each) => (each.isCredit === isCredit ? each.lines : [])))
        expect(sums(false)).toEqual(totalsOf(whole.flatMap((each) => each.lines)))
        expect(sums(true)).toEqual(sums(false))
        // Each line has the VAT that a calculator finds in its total.
        const expected = of.reduce((sum, { total, vat = 0 }) => sum + vatIn(BigInt(total), vat), 0n)
        expect(sumOf(sums(false)).vat).toBe(expected)
      }),
    )
  })

  test('in amounts adds up to the whole order, with a rate, without one, and over the rates of its lines', () => {
    const orders = fc.oneof(
      fc.record({
        amount: fc.bigInt(1n, 10n ** 12n),
        lines: fc.constant(null),
        rate: fc.option(rate, { nil: null }),
      }),
      lines.map((of) => ({ amount: totalOf(of), lines: of, rate: null })).filter(({ amount }) => amount > 0n),
    )
    const cases = orders.chain((order) => fc.tuple(fc.constant(order), cut(order.amount), cut(order.amount)))
    fc.assert(
      fc.property(cases, ([order, charges, refunds]) => {
        const parts = [
          ...charges.map((amount, place) => movement(place + 1, { amount })),
          ...refunds.map((amount, place) => movement(place + 100, { kind: 'refund', amount })),
        ]
        const documented = documentMovements(order, parts)
        for (const [place, { lines: mine }] of documented.entries())
          expectSound(mine, parts[place]?.amount ?? -1n)
        const sums = (isCredit: boolean) => paid(documented.filter((each) => each.isCredit === isCredit))
        expect(sums(false)).toEqual(paid(documentMovements(order, [movement(1, { amount: order.amount })])))
        expect(sums(true)).toEqual(sums(false))
      }),
    )
  })

  test('is undone exactly by a reversal', () => {
    const cases = lines.chain((of) => fc.tuple(fc.constant(of), dealt(of, 3)))
    fc.assert(
      fc.property(cases, ([of, charges]) => {
        const parts = charges.flatMap((units, place) => {
          const reference = `operation-${place}`
          const amount = costOfAll(of, units)
          return [
            movement(2 * place + 1, { units, amount, reference }),
            movement(2 * place + 2, { units, amount, reference, isReversal: true }),
          ]
        })
        const documented = documentMovements({ amount: totalOf(of), lines: of, rate: null }, parts)
        for (let place = 0; place < documented.length; place += 2) {
          const [charge, reversal] = documented.slice(place, place + 2)
          expect(reversal).toEqual({
            sequence: (charge?.sequence ?? 0) + 1,
            isCredit: true,
            lines: charge?.lines,
            corrects: [charge?.sequence],
          })
        }
      }),
    )
  })
})

describe('a document', () => {
  const of = [
    newLine({ name: 'Coffee', unit: 'bag', price: 79.2, vat: 12, quantity: 3 }, 'SEK'),
    newLine({ name: 'Cheese', unit: 'kg', price: 119, vat: 25, quantity: 1.5 }, 'SEK'),
  ]
  const order = { amount: totalOf(of), lines: of, rate: null }

  test('has the units that moved, with their quantity, price, rate, net, VAT and gross', () => {
    const units = [
      { line: 0, units: [1, 2] },
      { line: 1, units: [0] },
    ]
    const [first] = documentMovements(order, [movement(2, { units, amount: costOfAll(of, units) })])
    expect(first).toEqual({
      sequence: 2,
      isCredit: false,
      lines: [
        {
          name: 'Coffee',
          quantity: '2',
          unit: 'bag',
          price: '79.2',
          rate: 12,
          net: '15840',
          vat: '1901',
          gross: '17741',
        },
        {
          name: 'Cheese',
          quantity: '1.5',
          unit: 'kg',
          price: '119',
          rate: 25,
          net: '17850',
          vat: '4463',
          gross: '22313',
        },
      ],
    })
    expect(totalsOf(first?.lines ?? []).map(({ rate: each, gross }) => [each, gross])).toEqual([
      [25, '22313'],
      [12, '17741'],
    ])
  })

  test('gives what is free the highest rate of what is charged with it', () => {
    const rates = (...items: { price: number; vat?: number }[]) => {
      const of = items.map((item) => newLine(item, 'SEK'))
      const amount = totalOf(of)
      const [first] = documentMovements({ amount, lines: of, rate: null }, [movement(2, { amount })])
      return first?.lines.map(({ rate: each }) => each)
    }
    expect(rates({ price: 100, vat: 6 }, { price: 100, vat: 25 }, { price: 0 })).toEqual([6, 25, 25])
    expect(rates({ price: 100, vat: 25 }, { price: 0, vat: 12 })).toEqual([25, 12])
    expect(rates({ price: 100, vat: 25 }, { price: 0, vat: 0 })).toEqual([25, 25])
    expect(rates({ price: 100 }, { price: 0 })).toEqual([0, 0])
    expect(rates({ price: 100, vat: 25 }, { price: 10 }, { price: 0 })).toEqual([25, 0, 25])
  })

  test('returns what was free at the rate at which it was charged', () => {
    const of = [{ price: 100, vat: 6 }, { price: 100, vat: 25 }, { price: 0 }].map((item) =>
      newLine(item, 'SEK'),
    )
    const units = [0, 2].map((line) => ({ line, units: [0] }))
    const [charge, refund] = documentMovements({ amount: totalOf(of), lines: of, rate: null }, [
      movement(2, { amount: totalOf(of) }),
      movement(3, { kind: 'refund', units, amount: costOfAll(of, units) }),
    ])
    expect([charge, refund].map((each) => each?.lines.at(-1)?.rate)).toEqual([25, 25])
  })

  test('of a payment of a subscription has all units', () => {
    const [first] = documentMovements(order, [movement(2, { amount: order.amount })])
    expect(first?.lines.map(({ quantity: count }) => count)).toEqual(['3', '1.5'])
  })

  test.each([
    [25, '3000', '12000'],
    [null, '0', '15000'],
  ])('of an amount at the rate %s has its VAT, and no name or price', (given, vat, net) => {
    const [first] = documentMovements({ amount: 15_000n, lines: null, rate: given }, [
      movement(2, { amount: 15_000n }),
    ])
    expect(first?.lines).toEqual([{ quantity: '1', rate: given, net, vat, gross: '15000' }])
  })
})

test.each([
  ['120.00', 25, 'SEK', 2400n],
  ['100.00', 12, 'SEK', 1071n],
  ['100.00', 6, 'SEK', 566n],
  ['119', 19, 'JPY', 19n],
  ['1.234', 5, 'KWD', 59n],
  ['50.00', 0, 'EUR', 0n],
])('the VAT in %s at %s %% is found in the gross amount', (gross, percent, code, vat) => {
  expect(vatIn(toMinor(Number(gross), code) ?? 0n, percent)).toBe(vat)
})

test('an amount is spread in proportion, to the last minor unit', () => {
  expect(spread(100n, [1n, 1n, 100n])).toEqual([1n, 1n, 98n])
  expect(spread(10n, [10n, 10n, 10n])).toEqual([4n, 3n, 3n])
  expect(() => spread(11n, [5n, 5n])).toThrow(RangeError)
})
