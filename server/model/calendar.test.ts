import { expect, test } from 'vitest'
import { isDay } from './calendar'

test.each(['2026-02-28', '2028-02-29', '1000-01-01', '9999-12-31'])('%s is a day', (text) =>
  expect(isDay(text)).toBe(true),
)

test.each([
  '2026-02-29',
  '2026-02-31',
  '2026-11-31',
  '2026-11-32',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '0999-01-01',
  '10000-01-01',
  '2026-1-1',
  '2026-01-01T00:00',
  '',
])('"%s" is not a day', (text) => expect(isDay(text)).toBe(false))
