import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../calendar'
import { KassaError } from '../errors'
import { priced } from '../order/price'
import type { Item } from '../order/schemas'
import { plannedAmount, plannedDates } from './preview'
import { itemsInShort } from './schedule-in-words'

const cents = (max: number) => fc.integer({ min: 0, max }).map((value) => value / 100)
const item: fc.Arbitrary<Item> = fc.record(
  {
    name: fc.string({ minLength: 1 }),
    price: cents(1_000_000),
    vat: cents(10_000),
    quantity: fc.integer({ min: 1, max: 20 }),
  },
  { requiredKeys: ['price'] },
)

test('a form shows the amount that is charged', () => {
  const items = fc.oneof(cents(1_000_000), item, fc.array(item, { minLength: 1, maxLength: 5 }))
  fc.assert(
    fc.property(items, fc.constantFrom('SEK', 'JPY', 'KWD'), (of, currency) => {
      const shown = plannedAmount(of, currency)
      if (shown !== undefined) expect(priced(of, currency).amount).toBe(shown)
      else if (of !== 0) expect(() => priced(of, currency)).toThrow(KassaError)
    }),
  )
})

test.each([[Number.NaN], [0], [-1], [1.005], [[{ price: Number.NaN }]], [[{ price: 0 }]], [[]]])(
  'gives no amount for %o',
  (items) => expect(plannedAmount(items, 'SEK')).toBeUndefined(),
)

test('gives no amount for an unknown currency', () => expect(plannedAmount(100, 'XYZ')).toBeUndefined())

const today = '2026-11-21'
const monthly = { schedule: { frequency: 'monthly', offset: -1 }, start: '2026-09-15', end: null } as const

test('starts a new subscription with the dates that have passed', () => {
  expect(plannedDates(monthly, today, 3)).toEqual(['2026-09-30', '2026-10-31', '2026-11-30'])
})

test('continues after the last billed date, and never past the end', () => {
  const billed = { ...monthly, due: '2026-11-30', billed: '2026-10-31' }
  expect(plannedDates(billed, today, 2)).toEqual(['2026-11-30', '2026-12-31'])
  expect(plannedDates({ ...billed, end: '2026-12-31' }, today, 12)).toEqual(['2026-11-30', '2026-12-31'])
  expect(plannedDates({ ...billed, end: '2026-11-29' }, today, 12)).toEqual([])
})

test('keeps a date that has come and is not billed yet', () => {
  const waiting = { ...monthly, due: addDays(today, -1), billed: null }
  expect(plannedDates({ ...waiting, schedule: { frequency: 'daily' } }, today, 2)).toEqual([
    addDays(today, -1),
    today,
  ])
})

test.each([
  [100, null, 'Subscription'],
  [100, 'S-1', 'S-1'],
  [{ name: 'Coffee', price: 1 }, 'S-1', 'Coffee'],
  [
    [
      { name: 'Coffee', price: 1 },
      { name: 'Coffee', price: 2 },
      { name: 'Tea', price: 1 },
    ],
    null,
    'Coffee and Tea',
  ],
  [
    [
      { name: 'A', price: 1 },
      { name: 'B', price: 1 },
      { name: 'C', price: 1 },
    ],
    null,
    'A and 2 more',
  ],
])('%o with number %s is called %s', (items, number, name) => expect(itemsInShort(items, number)).toBe(name))
