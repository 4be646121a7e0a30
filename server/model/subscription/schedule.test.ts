import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayOfMonth, lengthOfMonth, monthOf, weekdayOf } from '../calendar'
import { datesFrom, dueOf } from './dates'
import { frequencies, Schedule } from './schedule'
import { scheduleInFull, scheduleInWords } from './schedule-in-words'

const firstDates = (schedule: Schedule, start: string, count: number, end?: string) => {
  const terms = { schedule, start, end }
  const due = dueOf(terms)
  return due === undefined ? [] : datesFrom(terms, due, count)
}

describe('the first dates of a schedule', () => {
  test.each<[Schedule, string, string[]]>([
    ['daily', '2024-02-28', ['2024-02-28', '2024-02-29', '2024-03-01']],
    ['weekly', '2026-12-30', ['2026-12-30', '2027-01-06', '2027-01-13']],
    [{ frequency: 'weekly', offset: 1 }, '2030-11-30', ['2030-12-02', '2030-12-09']],
    [{ frequency: 'weekly', offset: 0 }, '2026-11-21', ['2026-11-22', '2026-11-29']],
    [{ frequency: 'weekly', offset: 6 }, '2026-11-21', ['2026-11-21', '2026-11-28']],
    ['monthly', '2026-01-31', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']],
    ['monthly', '2024-01-31', ['2024-01-31', '2024-02-29', '2024-03-31']],
    [{ frequency: 'monthly', offset: -1 }, '2030-11-26', ['2030-11-30', '2030-12-31', '2031-01-31']],
    [{ frequency: 'monthly', offset: 0 }, '2026-11-02', ['2026-12-01', '2027-01-01']],
    [{ frequency: 'monthly', offset: [30] }, '2026-02-01', ['2026-02-28', '2026-03-31', '2026-04-30']],
    [{ frequency: 'monthly', offset: -31 }, '2026-02-02', ['2026-03-01', '2026-04-01', '2026-05-01']],
    [{ frequency: 'monthly', offset: -2 }, '2026-02-01', ['2026-02-27', '2026-03-30']],
    ['quarterly', '2026-11-30', ['2026-11-30', '2027-02-28', '2027-05-30']],
    [{ frequency: 'quarterly', offset: [2, -1] }, '2021-07-03', ['2021-09-30', '2021-12-31']],
    [{ frequency: 'quarterly', offset: 0 }, '2026-02-15', ['2026-04-15', '2026-07-15']],
    [{ frequency: 'quarterly', offset: [0, 0] }, '2026-01-01', ['2026-01-01', '2026-04-01']],
    ['yearly', '2024-02-29', ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']],
    [{ frequency: 'yearly', offset: [2, -1] }, '2030-11-30', ['2031-03-31', '2032-03-31']],
    [{ frequency: 'yearly', offset: 1 }, '2026-01-30', ['2026-02-28', '2027-02-28', '2028-02-29']],
    [{ frequency: 'yearly', offset: [11, 24] }, '2026-12-26', ['2027-12-25', '2028-12-25']],
  ])('%o from %s', (schedule, start, dates) => {
    expect(firstDates(schedule, start, dates.length)).toEqual(dates)
  })

  test('include the end and stop there', () => {
    expect(firstDates('monthly', '2026-01-31', 9, '2026-03-31')).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
    ])
    expect(firstDates('monthly', '2026-01-31', 9, '2026-03-30')).toEqual(['2026-01-31', '2026-02-28'])
    expect(firstDates('monthly', '2026-01-31', 9, '2026-01-30')).toEqual([])
  })

  test('a due date is never one that was billed', () => {
    const terms = { schedule: 'monthly', start: '2026-01-15' } as const
    expect(dueOf(terms, { billed: '2026-03-15' })).toBe('2026-04-15')
    expect(dueOf(terms, { from: '2026-05-16', billed: '2026-03-15' })).toBe('2026-06-15')
    expect(dueOf({ ...terms, end: '2026-04-14' }, { billed: '2026-03-15' })).toBeUndefined()
  })
})

describe('a schedule', () => {
  test.each([
    'hourly',
    {},
    { frequency: 'daily', offset: 0 },
    { frequency: 'weekly', offset: 7 },
    { frequency: 'weekly', offset: -1 },
    { frequency: 'weekly', offset: [1, 1] },
    { frequency: 'monthly', offset: 31 },
    { frequency: 'monthly', offset: -32 },
    { frequency: 'monthly', offset: [0, 0] },
    { frequency: 'monthly', offset: 1.5 },
    { frequency: 'quarterly', offset: 3 },
    { frequency: 'quarterly', offset: [-1, 0] },
    { frequency: 'quarterly', offset: [0, 31] },
    { frequency: 'yearly', offset: 12 },
    { frequency: 'yearly', offset: [] },
    { frequency: 'yearly', offset: [0, 0, 0] },
    { frequency: 'monthly', day: 1 },
  ])('%o is refused', (schedule) => {
    expect(Schedule.safeParse(schedule).success).toBe(false)
  })
})

test.each<[Schedule, string, string]>([
  ['daily', '2026-01-01', 'every day'],
  ['weekly', '2026-11-21', 'every week on Saturday'],
  ['monthly', '2026-01-31', 'every month on the 31st'],
  [{ frequency: 'monthly', offset: -1 }, '2026-01-01', 'every month on the last day'],
  [{ frequency: 'monthly', offset: -2 }, '2026-01-01', 'every month on the last day but one'],
  [{ frequency: 'monthly', offset: -3 }, '2026-01-01', 'every month on the 3rd day from the end'],
  [
    { frequency: 'quarterly', offset: [2, -1] },
    '2026-01-01',
    'every quarter on the last day of the third month',
  ],
  ['quarterly', '2026-02-12', 'every quarter on the 12th of the second month'],
  [{ frequency: 'yearly', offset: [2, 0] }, '2026-01-01', 'every year on the 1st of March'],
])('%o from %s reads "%s"', (schedule, start, words) => {
  expect(scheduleInWords(schedule, start)).toBe(words)
})

test.each<[Schedule, string, boolean]>([
  ['monthly', '2026-01-28', false],
  ['monthly', '2026-01-29', true],
  [{ frequency: 'monthly', offset: -1 }, '2026-01-31', false],
  ['quarterly', '2026-03-30', false],
  ['quarterly', '2026-03-31', true],
  ['quarterly', '2026-02-12', false],
  ['yearly', '2026-01-31', false],
  ['yearly', '2028-02-29', true],
])('%o from %s has months without its day: %s', (schedule, start, isShorter) => {
  const more = isShorter ? ', or the last day of a shorter month' : ''
  expect(scheduleInFull(schedule, start)).toBe(`${scheduleInWords(schedule, start)}${more}`)
})

test('what happens in shorter months leaves a German sentence complete', () => {
  expect(`Kassa bucht ${scheduleInFull('monthly', '2026-01-31', 'de')} 99,00 kr ab.`).toBe(
    'Kassa bucht jeden Monat am 31. (in kürzeren Monaten am letzten Tag) 99,00 kr ab.',
  )
})

const day = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays('1990-01-01', count))
const offset = fc.oneof(
  fc.integer({ min: -31, max: 30 }),
  fc.array(fc.integer({ min: -31, max: 30 }), { minLength: 1, maxLength: 2 }),
)
const schedules = fc
  .oneof(
    fc.constantFrom(...frequencies),
    fc.record({ frequency: fc.constantFrom(...frequencies), offset }, { requiredKeys: ['frequency'] }),
  )
  .filter((schedule) => Schedule.safeParse(schedule).success)
  .map((schedule) => Schedule.parse(schedule))

test('dates strictly increase from the start to the end, whatever date counting begins at', () => {
  fc.assert(
    fc.property(schedules, day, fc.option(day, { nil: undefined }), (schedule, start, end) => {
      const terms = { schedule, start, end }
      const dates = firstDates(schedule, start, 14, end)
      dates.forEach((date, index) => {
        expect(date >= start).toBe(true)
        expect(end === undefined || date <= end).toBe(true)
        if (index > 0) expect(date > (dates[index - 1] ?? '')).toBe(true)
        // No drift: every date follows from the schedule and the start alone.
        expect(dueOf(terms, { from: date })).toBe(date)
      })
    }),
    { numRuns: 2000 },
  )
})

test('starts with a due date that is no longer a date of the schedule', () => {
  const terms = { schedule: 'weekly', start: '2027-01-06' } as const
  expect(datesFrom(terms, '2027-01-15', 3)).toEqual(['2027-01-15', '2027-01-20', '2027-01-27'])
  expect(datesFrom({ ...terms, end: '2027-01-14' }, '2027-01-15', 3)).toEqual([])
})

test('dates end with the year 9999, the last that has four digits', () => {
  expect(firstDates('yearly', '9998-12-31', 5)).toEqual(['9998-12-31', '9999-12-31'])
  expect(firstDates({ frequency: 'yearly', offset: [0, 0] }, '9998-12-31', 5)).toEqual(['9999-01-01'])
  expect(firstDates('monthly', '9998-12-31', 100)).toHaveLength(13)
})

test('a schedule without a day keeps the day of its start, or takes the last day of a shorter month', () => {
  fc.assert(
    fc.property(fc.constantFrom('monthly', 'quarterly', 'yearly'), day, (schedule, start) => {
      for (const date of firstDates(schedule, start, 30)) {
        expect(dayOfMonth(date)).toBe(Math.min(dayOfMonth(start), lengthOfMonth(monthOf(date))))
      }
    }),
  )
})

test('weekly dates have the same weekday and are seven days apart', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 6 }), day, (weekday, start) => {
      const dates = firstDates({ frequency: 'weekly', offset: weekday }, start, 10)
      dates.forEach((date, index) => {
        expect(weekdayOf(date)).toBe(weekday)
        if (index > 0) expect(date).toBe(addDays(dates[index - 1] ?? '', 7))
      })
      expect((dates[0] ?? '') < addDays(start, 7)).toBe(true)
    }),
  )
})
