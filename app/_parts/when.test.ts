import { expect, test } from 'vitest'
import { exactly, when } from './when'

const now = new Date('2026-03-11T12:00:00.000Z')

test.each([
  ['2026-03-11T13:03:00.000Z', 'today 14:03'],
  ['2026-03-10T23:30:00.000Z', 'today 00:30'],
  ['2026-03-10T22:30:00.000Z', 'yesterday 23:30'],
  ['2026-03-11T23:30:00.000Z', 'tomorrow 00:30'],
  ['2026-03-06T13:03:00.000Z', 'Friday 14:03'],
  ['2026-03-04T13:03:00.000Z', '4 Mar 14:03'],
  ['2025-12-31T22:00:00.000Z', '31 Dec 2025'],
])('%s is %s', (instant, expected) => {
  expect(when(new Date(instant), now, 'Europe/Stockholm')).toBe(expected)
})

test('formats an exact time in the merchant’s time zone and in UTC', () => {
  const text = exactly(new Date('2026-03-11T03:30:05.250Z'), 'America/New_York')
  expect(text).toContain('Tuesday, 10 March 2026')
  expect(text).toContain('23:30:05')
  expect(text).toContain('(2026-03-11T03:30:05.250Z)')
})
