import { expect, test } from 'vitest'
import { daysBefore, daysOf, namedPeriods } from './period'

const today = '2026-03-31'

test.each([
  ['today', '2026-03-31', '2026-03-31', '2026-03-30', '2026-03-30'],
  ['7d', '2026-03-25', '2026-03-31', '2026-03-18', '2026-03-24'],
  ['30d', '2026-03-02', '2026-03-31', '2026-01-31', '2026-03-01'],
  ['yesterday', '2026-03-30', '2026-03-30', '2026-03-29', '2026-03-29'],
  ['last-month', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['2025-03', '2025-03-01', '2025-03-31', '2025-02-01', '2025-02-28'],
  ['month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['2026-01-05..2026-01-11', '2026-01-05', '2026-01-11', '2025-12-29', '2026-01-04'],
  // Days to come are left out.
  ['2026-03-30..2026-04-30', '2026-03-30', '2026-03-31', '2026-03-28', '2026-03-29'],
])('%s is compared with the period before', (period, first, last, firstBefore, lastBefore) => {
  const days = daysOf(period, today)
  expect(days).toMatchObject({ first, last })
  expect(days && daysBefore(days)).toEqual({ first: firstBefore, last: lastBefore })
})

test('an unfinished month is compared with the same days of the month before', () => {
  const days = daysOf('month', '2026-05-17')
  expect(days).toMatchObject({ first: '2026-05-01', last: '2026-05-17' })
  expect(days && daysBefore(days)).toEqual({ first: '2026-04-01', last: '2026-04-17' })
  expect(daysBefore({ first: '2026-03-01', last: '2026-03-30', isMonth: true }).last).toBe('2026-02-28')
})

test.each([
  ['today', '2026-05-01', '2026-04-30', '2026-04-30'],
  ['month', '2026-05-01', '2026-04-01', '2026-04-01'],
  ['7d', '2026-05-07', '2026-04-24', '2026-04-30'],
  ['30d', '2026-05-30', '2026-04-01', '2026-04-30'],
  ['30d', '2026-06-30', '2026-05-02', '2026-05-31'],
  ['2026-06-01..2026-06-30', '2026-06-30', '2026-05-01', '2026-05-31'],
  ['2026-05-01..2026-05-17', '2026-05-20', '2026-04-14', '2026-04-30'],
])('%s on %s is compared with the days just before, unless it is a month', (period, on, first, last) => {
  const days = daysOf(period, on)
  expect(days && daysBefore(days)).toEqual({ first, last })
})

test.each([
  '',
  '8d',
  '2026-13',
  '2026-04',
  '2026-02-30..2026-03-01',
  '2026-03-05..2026-03-04',
  '2015-01-01..2026-01-01',
  '0000-01',
  'constructor',
])('"%s" is not a period', (period) => {
  expect(daysOf(period, today)).toBeUndefined()
})

test('names periods around today, also over the end of a year', () => {
  const periods = Object.fromEntries(namedPeriods('2028-03-01').map(({ name, period }) => [name, period]))
  expect(periods).toEqual({
    Today: { start: '2028-03-01', end: '2028-03-01' },
    Yesterday: { start: '2028-02-29', end: '2028-02-29' },
    'Last 7 days': { start: '2028-02-24', end: '2028-03-01' },
    'Last 30 days': { start: '2028-02-01', end: '2028-03-01' },
    'Last 90 days': { start: '2027-12-03', end: '2028-03-01' },
    'This month': { start: '2028-03-01', end: '2028-03-31' },
    'Last month': { start: '2028-02-01', end: '2028-02-29' },
    'This year': { start: '2028-01-01', end: '2028-12-31' },
  })
  expect(namedPeriods('2028-01-31').find(({ name }) => name === 'Last month')?.period.start).toBe(
    '2027-12-01',
  )
})
