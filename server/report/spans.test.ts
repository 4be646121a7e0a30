import { expect, test } from 'vitest'
import { spansOf } from './spans'

const zone = 'Europe/Zurich'
const hoursOn = (day: string, at: string) => {
  const context = { merchant: { timeZone: zone }, clock: { now: () => new Date(at) } }
  const { now } = spansOf(context as Parameters<typeof spansOf>[0], { first: day, last: day })
  return now
}

test('the hours of a day have the names that clocks show, also when these change', () => {
  const usual = hoursOn('2026-11-30', '2026-12-01T12:00Z').parts.map(({ name }) => name)
  expect([usual.length, usual[0], usual[14], usual[23]]).toEqual([24, '00:00', '14:00', '23:00'])
  const spring = hoursOn('2026-03-29', '2026-12-01T12:00Z').parts.map(({ name }) => name)
  expect([spring.length, ...spring.slice(0, 4), spring.at(-1)]).toEqual([
    ...[23, '00:00', '01:00', '03:00', '04:00', '23:00'],
  ])
  const autumn = hoursOn('2026-10-25', '2026-12-01T12:00Z').parts.map(({ name }) => name)
  expect([autumn.length, ...autumn.slice(1, 5), autumn.at(-1)]).toEqual([
    ...[25, '01:00', '02:00', '02:00 again', '03:00', '23:00'],
  ])
})
