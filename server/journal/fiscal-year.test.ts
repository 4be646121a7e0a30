import { expect, test } from 'vitest'
import { fiscalYearsOf } from './fiscal-year'

test.each([
  ['2026-10-01', '2026-10-31', ['2026-07-01 2027-06-30']],
  ['2026-06-30', '2026-07-01', ['2026-07-01 2027-06-30', '2025-07-01 2026-06-30']],
  [
    '2023-07-01',
    '2026-07-01',
    ['2026-07-01 2027-06-30', '2025-07-01 2026-06-30', '2024-07-01 2025-06-30', '2023-07-01 2024-06-30'],
  ],
])('a period from %s to %s has every fiscal year in between, the last one first', (from, to, years) => {
  const found = fiscalYearsOf({ from, to }, { fiscalYearStart: 7 })
  expect(found.map((year) => `${year.from} ${year.to}`)).toEqual(years)
})
