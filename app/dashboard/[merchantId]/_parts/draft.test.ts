import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineTotal } from '@/server/model/money/money'
import type { ScheduleTerms } from '@/server/model/subscription/schedule'
import { changeOf, creatableOf, draftLike, draftOf, itemsOf, newDraft, newItems } from './draft'

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
const locale = 'en-SE'
const seller = { currency: 'SEK', locale }
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
        const draft = draftOf({ ...kept, items, currency: 'SEK', schedule }, seller)
        expect(creatableOf(draft, locale)).toEqual({ items, currency: 'SEK', schedule, start: kept.start })
        expect(changeOf(draft, draft, locale)).toEqual({})
      },
    ),
  )
})

test('a subscription like one that has ended has its terms, but begins today and has no end or number', () => {
  const schedule = { frequency: 'monthly', offset: 3 } as const
  const ended = {
    ...{ items: [{ name: 'Coffee', price: 100, vat: 12, quantity: 2 }], currency: 'EUR', schedule },
    ...{ start: '2026-01-01', end: '2026-06-30', number: 'S-1', callback: 'https://shop.example/callbacks' },
  }
  expect(creatableOf(draftLike(ended, seller, '2026-11-30'), locale)).toEqual({
    ...{ items: ended.items, currency: 'EUR', schedule, callback: ended.callback, start: '2026-11-30' },
  })
})

test('sends only changed fields and clears emptied ones', () => {
  const before = draftOf(
    {
      ...kept,
      items: 249,
      currency: 'SEK',
      schedule: { frequency: 'monthly' },
      end: '2027-01-31',
      number: 'S-1',
    },
    seller,
  )
  expect(changeOf(before, { ...before, amount: '300', end: '', number: ' S-2 ' }, locale)).toEqual({
    items: 300,
    end: null,
    number: 'S-2',
  })
})

test('a changed schedule drops the old offsets', () => {
  const draft = { ...newDraft(seller, kept.start), frequency: 'daily' as const, first: '3', second: '-1' }
  expect(creatableOf(draft, locale).schedule).toEqual({ frequency: 'daily' })
  expect(creatableOf({ ...draft, frequency: 'quarterly', first: '' }, locale).schedule).toEqual({
    frequency: 'quarterly',
  })
})

test.each([
  [25, 'sv-SE', '25'],
  [25.5, 'fi-FI', '25,5'],
  [0, 'en-GB', '0'],
  [undefined, 'en-GB', ''],
])('a new line has the default VAT rate of the merchant: %s in %s', (defaultVat, written, vat) => {
  const given = { currency: 'EUR', locale: written, defaultVat }
  expect(newDraft(given, kept.start).lines).toMatchObject([{ vat }])
  const byAmount = { ...kept, items: 249, currency: 'EUR', schedule: { frequency: 'monthly' as const } }
  expect(draftOf(byAmount, given).lines).toMatchObject([{ vat }])
})

test('a price with VAT is charged exactly as typed, whatever the rate and quantity', () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 })
  fc.assert(
    fc.property(
      cents,
      fc.constantFrom(0, 6, 7, 12, 19, 25, 25.5),
      fc.integer({ min: 1, max: 500 }),
      (price, rate, count) => {
        const [line] = newItems(seller).lines
        if (!line) throw new Error('A new form has no line')
        const typed = {
          price: `${price / 100}`.replace('.', ','),
          vat: `${rate}`.replace('.', ','),
          quantity: `${count}`,
        }
        const items = itemsOf({ ...newItems(seller), withVat: true, lines: [{ ...line, ...typed }] }, locale)
        const [item] = [items].flat()
        if (typeof item !== 'object') throw new Error('The item is missing')
        expect(lineTotal({ price: item.price, quantity: count, vat: rate }, 'SEK')).toBe(
          BigInt(price * count),
        )
      },
    ),
  )
})
