import { expect, test } from 'vitest'
import { daysInWords } from './days-in-words'

test.each([
  ['2026-11-22', '2026-11-28', '22–28 Nov'],
  ['2026-10-24', '2026-11-22', '24 Oct – 22 Nov'],
  ['2026-11-28', '2026-11-28', '28 Nov'],
  ['2025-02-03', '2025-12-31', '3 Feb – 31 Dec 2025'],
  ['2024-01-01', '2024-01-31', '1–31 Jan 2024'],
  ['2025-11-29', '2026-11-28', '29 Nov 2025 – 28 Nov 2026'],
])('from %s to %s is %j, with the year once unless it changes', (first, last, words) => {
  expect(daysInWords({ first, last }, '2026-11-28')).toBe(words)
})
