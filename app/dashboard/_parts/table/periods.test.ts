import { expect, test } from 'vitest'
import {
  dayInDigits,
  dayPattern,
  firstWeekday,
  periodInWords,
  readDay,
  weeksOf,
  withDays,
  withNamedPeriod,
} from './periods'

test('a saved view keeps a named period, whose days change next month', () => {
  const shown = 'start=2026-11-01&end=2026-11-30&moved=refund&least=500&columns=order%2Camount'
  const { query, name } = withNamedPeriod(shown, '2026-11-22')
  expect(name).toBe('This month')
  expect(query).toBe('period=This+month&moved=refund&least=500&columns=order%2Camount')
  expect(withDays(query, '2026-11-30')).toBe(shown)
  expect(withDays(query, '2026-12-01')).toContain('start=2026-12-01&end=2026-12-31&moved')
  const fixed = 'start=2026-11-03&end=2026-11-05'
  expect(withNamedPeriod(fixed, '2026-11-22')).toEqual({ query: fixed, name: undefined })
  expect(withDays(fixed, '2026-12-01')).toBe(fixed)
})

test('a saved view of subscriptions keeps a named period of their next payments', () => {
  const shown = 'status=active&dueFrom=2026-11-01&dueTo=2026-11-30'
  const { query, name } = withNamedPeriod(shown, '2026-11-22')
  expect({ query, name }).toEqual({ query: 'status=active&duePeriod=This+month', name: 'This month' })
  expect(withDays(query, '2026-11-30')).toBe(shown)
  expect(withDays(query, '2026-12-01')).toBe('status=active&dueFrom=2026-12-01&dueTo=2026-12-31')
})

test('describes a period', () => {
  const today = '2026-11-22'
  expect(periodInWords({ start: '2026-11-16', end: today }, today)).toBe('Last 7 days')
  expect(periodInWords({ start: '2026-11-01', end: '2026-11-14' }, today)).toBe('1–14 Nov 2026')
  expect(periodInWords({ start: '2026-10-30', end: '2026-11-14' }, today)).toBe('30 Oct – 14 Nov 2026')
  expect(periodInWords({ start: '2025-12-30', end: '2026-01-02' }, today)).toBe('30 Dec 2025 – 2 Jan 2026')
  expect(periodInWords({ start: '2026-11-03' }, today)).toBe('from 3 Nov 2026')
  expect(periodInWords({ end: '2026-11-03' }, today)).toBe('until 3 Nov 2026')
  expect(periodInWords({ start: '2026-11-03', end: '2026-11-03' }, today)).toBe('3 Nov 2026')
})

test('is the month at its end, not its 30 days', () => {
  const november = { start: '2026-11-01', end: '2026-11-30' }
  expect(periodInWords(november, '2026-11-30')).toBe('This month')
  expect(withNamedPeriod('start=2026-11-01&end=2026-11-30', '2026-11-30').name).toBe('This month')
})

test('repeats what a URL gives instead of a day', () => {
  const today = '2026-11-22'
  expect(periodInWords({ start: 'x' }, today)).toBe('x')
  expect(periodInWords({ start: '2026-11-03', end: '2026-02-31' }, today)).toBe('2026-11-03 – 2026-02-31')
  expect(periodInWords({ end: '22.11.2026' }, today)).toBe('22.11.2026')
})

test("reads and writes days in the locale's format", () => {
  const written = {
    'en-SE': '2026-11-03',
    'sv-SE': '2026-11-03',
    'de-DE': '03.11.2026',
    'en-US': '11/03/2026',
  }
  for (const [locale, text] of Object.entries(written)) {
    expect(dayInDigits('2026-11-03', locale)).toBe(text)
    expect(readDay(text, locale)).toBe('2026-11-03')
    expect(readDay('2026-11-03', locale)).toBe('2026-11-03')
  }
  // Also where years or digits are usually others: what a field is filled in with is read again as the same.
  for (const locale of ['th-TH', 'ar-EG', 'fa-IR', 'bn-BD', 'mr-IN', 'ja-JP-u-ca-japanese'])
    expect(readDay(dayInDigits('2026-11-03', locale), locale), locale).toBe('2026-11-03')
  expect(dayPattern('en-GB')).toBe('DD/MM/YYYY')
  expect(readDay('3/11/26', 'en-GB')).toBe('2026-11-03')
  for (const text of ['', '31/02/2026', '2026-13-01', '3 Nov 2026', '2026-11', '0/1/2026', '1/1/1999'])
    expect(readDay(text, 'en-GB')).toBeUndefined()
})

test('weeks begin on the first day of the week of the locale', () => {
  expect([firstWeekday('sv-SE'), firstWeekday('en-US')]).toEqual([1, 0])
  const weeks = weeksOf(2026 * 12 + 10, 'sv-SE')
  expect(weeks[0]?.[0]).toBe('2026-10-26')
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06')
  expect(weeksOf(2026 * 12 + 10, 'en-US')[0]?.[0]).toBe('2026-11-01')
})
