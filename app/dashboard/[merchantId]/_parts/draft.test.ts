import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ScheduleTerms } from '@/server/model/subscription/schedule'
import { changeOf, creatableOf, draftOf, newDraft, numberOf } from './draft'

const day = fc.integer({ min: -31, max: 30 })
const schedules: fc.Arbitrary<ScheduleTerms> = fc.oneof(
  fc
    .constantFrom('daily', 'weekly', 'monthly', 'quarterly', 'yearly')
    .map((frequency) => ({ frequency }) as const),
  fc.integer({ min: 0, max: 6 }).map((offset) => ({ frequency: 'weekly' as const, offset })),
  day.map((offset) => ({ frequency: 'monthly' as const, offset })),
  fc
    .tuple(fc.integer({ min: 0, max: 2 }), day)
    .map((offset) => ({ frequency: 'quarterly' as const, offset })),
  fc.integer({ min: 0, max: 11 }).map((offset) => ({ frequency: 'yearly' as const, offset })),
)
const kept = { start: '2026-11-21', end: null, number: null, callback: null }

test('saving a subscription without changes keeps it as it is', () => {
  const item = fc.record(
    {
      name: fc.constantFrom('Coffee', 'Tea'),
      price: fc.integer({ min: 0, max: 10_000 }).map((cents) => cents / 100),
      vat: fc.constantFrom(0, 12, 25),
      quantity: fc.constantFrom(1, 1.5, 3),
      unit: fc.constant('kg'),
    },
    { requiredKeys: ['price', 'quantity'] },
  )
  fc.assert(
    fc.property(
      schedules,
      fc.oneof(fc.constant(249), fc.array(item, { minLength: 1 })),
      (schedule, items) => {
        const draft = draftOf({ ...kept, items, currency: 'SEK', schedule })
        expect(creatableOf(draft)).toEqual({ items, currency: 'SEK', schedule, start: kept.start })
        expect(changeOf(draft, draft)).toEqual({})
      },
    ),
  )
})

test('sends only changed fields and clears emptied ones', () => {
  const before = draftOf({
    ...kept,
    items: 249,
    currency: 'SEK',
    schedule: { frequency: 'monthly' },
    end: '2027-01-31',
    number: 'S-1',
  })
  expect(changeOf(before, { ...before, amount: '300', end: '', number: ' S-2 ' })).toEqual({
    items: 300,
    end: null,
    number: 'S-2',
  })
})

test('a changed schedule keeps no old offsets', () => {
  const draft = { ...newDraft('SEK', kept.start), frequency: 'daily' as const, first: '3', second: '-1' }
  expect(creatableOf(draft).schedule).toEqual({ frequency: 'daily' })
  expect(creatableOf({ ...draft, frequency: 'quarterly', first: '' }).schedule).toEqual({
    frequency: 'quarterly',
  })
})

test.each([
  ['199,20', 199.2],
  ['1 199.2', 1199.2],
  ['.5', 0.5],
  ['12.', 12],
  ['', Number.NaN],
  ['0x10', Number.NaN],
  ['1e3', Number.NaN],
  ['1,2,3', Number.NaN],
])('%s is %s', (typed, number) => expect(numberOf(typed)).toBe(number))
