import { describe, expect, test } from 'vitest'
import { provide } from '@/server/core/config/config'
import { declineCodes } from '@/server/model/card/service'
import { type Frequency, frequencies, type ScheduleTerms } from '@/server/model/subscription/schedule'
import { scheduleInWords } from '@/server/model/subscription/schedule-in-words'
import { languageIn } from './language'
import { declineKey, hasExpired, wordsFor } from './words'

provide({ BASE_URL: 'http://kassa.test', DATABASE_URL: 'postgres://nobody@localhost/none' })

const today = '2026-11-21'
const sweden = { locale: 'en-SE', timeZone: 'Europe/Stockholm' }
const [en, sv, de] = [wordsFor('en', sweden), wordsFor('sv', sweden), wordsFor('de', sweden)]

test.each([
  ['2026-11-21', 'today', 'i dag', 'heute'],
  ['2026-11-22', 'tomorrow', 'i morgon', 'morgen'],
  ['2026-11-20', 'yesterday', 'i går', 'gestern'],
  ['2026-11-23', 'on Monday', 'på måndag', 'am Montag'],
  ['2026-11-27', 'on Friday', 'på fredag', 'am Freitag'],
  ['2026-11-28', 'on 28 November 2026', 'den 28 november 2026', 'am 28. November 2026'],
  ['2026-11-19', 'on 19 November 2026', 'den 19 november 2026', 'am 19. November 2026'],
  ['2090-01-31', 'on 31 January 2090', 'den 31 januari 2090', 'am 31. Januar 2090'],
])('writes %s as %s', (day, ...words) => {
  expect([en, sv, de].map((each) => each.near(day, today))).toEqual(words)
})

test.each([
  [
    [
      { name: 'Coffee', price: 1 },
      { name: 'Tea', price: 1 },
      { name: 'Coffee', price: 2 },
    ],
    null,
    'Coffee, Tea',
  ],
  [['A', 'B', 'C', 'D', 'A', 'E'].map((name) => ({ name, price: 1 })), null, 'A, B, C and 2 more'],
  [{ name: 'Coffee', price: 1 }, 'S-1', 'Coffee'],
  [10, 'S-1', 'Subscription S-1'],
  [{ price: 1 }, null, 'Subscription'],
])('a subscription to %j with number %j has the title %s', (items, number, title) => {
  expect(en.title({ items, number })).toBe(title)
})

test('a card is valid until the end of its month', () => {
  expect([11, 12, 10].map((month) => hasExpired([month, 26], today))).toEqual([false, false, true])
  expect([hasExpired([12, 25], today), hasExpired([1, 27], today)]).toEqual([true, false])
})

test('writes a moment as its language does, in the merchant’s time zone', () => {
  expect([en, sv, de].map((each) => each.moment(new Date('2026-11-21T13:03:00Z')))).toEqual([
    '21 November 2026 at 14:03',
    '21 november 2026 kl. 14:03',
    '21. November 2026 um 14:03\u00a0Uhr',
  ])
})

test('formats amounts for the language and the merchant’s region', () => {
  const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
  expect([en, sv, de].map((each) => plain(each.money({ amount: 1_234_50n, currency: 'SEK' })))).toEqual([
    '1 234,50 kr',
    '1 234,50 kr',
    '1.234,50 SEK',
  ])
  const american = wordsFor('en', { locale: 'en-US', timeZone: 'America/New_York' })
  expect(plain(american.money({ amount: 1_234_50n, currency: 'USD' }))).toBe('$1,234.50')
  expect(american.day('2026-11-21')).toBe('November 21, 2026')
  const both = [
    { amount: 100n, currency: 'SEK' },
    { amount: 200n, currency: 'EUR' },
  ]
  expect(plain(sv.sums(both))).toBe('1,00 kr och 2,00 €')
})

describe('a schedule', () => {
  const offsets: Record<Frequency, ScheduleTerms['offset'][]> = {
    daily: [undefined],
    weekly: [undefined, 0, 1, 6],
    monthly: [undefined, 0, 1, 2, 10, 14, 21, 30, -1, -2, -3],
    quarterly: [undefined, 0, 2, [2, -1], [1, 0]],
    yearly: [undefined, 0, 11, [2, -1], [11, 23]],
  }
  const all = frequencies.flatMap((frequency) =>
    offsets[frequency].map(
      (offset): ScheduleTerms => (offset === undefined ? { frequency } : { frequency, offset }),
    ),
  )

  test.each(all)('has no English word and no gap in the other languages: %j', (schedule) => {
    for (const language of ['sv', 'de'] as const) {
      expect(scheduleInWords(schedule, '2026-01-31', language)).not.toMatch(
        /every|day\b|month\b|[{}]|undefined| {2}/,
      )
    }
  })

  test.each([
    [{ frequency: 'weekly', offset: 1 }, 'varje måndag', 'jede Woche am Montag'],
    [{ frequency: 'monthly', offset: -1 }, 'varje månad den sista dagen', 'jeden Monat am letzten Tag'],
    [{ frequency: 'monthly', offset: 21 }, 'varje månad den 22:a', 'jeden Monat am 22.'],
    [{ frequency: 'monthly', offset: 10 }, 'varje månad den 11:e', 'jeden Monat am 11.'],
    [
      { frequency: 'quarterly', offset: [2, -1] },
      'varje kvartal den sista dagen i tredje månaden',
      'jedes Quartal am letzten Tag des dritten Monats',
    ],
    [{ frequency: 'yearly', offset: [2, 14] }, 'varje år den 15 mars', 'jedes Jahr am 15. März'],
  ] as const)('%j is %s, %s', (schedule, ...words) => {
    const { frequency, offset } = schedule
    const terms: ScheduleTerms = { frequency, offset: typeof offset === 'number' ? offset : [...offset] }
    expect((['sv', 'de'] as const).map((each) => scheduleInWords(terms, '2026-01-31', each))).toEqual(words)
  })
})

test.each(declineCodes)('explains in words why a card was refused, never as a code: %s', (code) => {
  for (const words of [en, sv, de]) {
    expect(words.decline(code)).not.toMatch(
      /lost|stolen|fraud|suspected|blocked|restricted|\bcode$|undefined/i,
    )
  }
})

test('shows lost, stolen and suspected fraud as a plain decline', () => {
  for (const code of ['card lost or stolen', 'suspected fraud', 'card restricted', 'title', '__proto__']) {
    expect(declineKey(code)).toBe('decline.plain')
  }
  expect(declineKey('insufficient funds')).toBe('decline.insufficient funds')
  expect(declineKey('never arrived')).toBe('decline.never arrived')
})

test.each([
  ['sv-SE,sv;q=0.9,en;q=0.8', '', 'sv'],
  ['de-AT', '', 'de'],
  ['fr-FR, de;q=0.7, en;q=0.8', '', 'en'],
  ['fr', '', 'en'],
  ['', '', 'en'],
  ['*;q=0.1, sv;q=0', '', 'en'],
  ['sv', 'kassa_language=de', 'de'],
  ['sv', 'kassa_language=xx', 'sv'],
  ['sv', 'kassa_language=constructor', 'sv'],
])('a browser that accepts %j, with cookie %j, sees %s', (accepted, cookie, language) => {
  expect(languageIn(new Headers({ 'accept-language': accepted, cookie }))).toBe(language)
})
