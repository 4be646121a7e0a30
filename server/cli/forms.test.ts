import { expect, test } from 'vitest'
import { flawOf } from './forms'

const forms = [
  { name: 'list', options: ['limit'] },
  { name: 'show', words: ['ID'] },
  { name: 'send', words: ['ID'] },
  { name: 'send', flag: 'failed', options: ['url'] },
]

test.each([
  { positionals: ['list'], values: {} },
  { positionals: ['list'], values: { limit: '3' } },
  { positionals: ['show', 'abc'], values: {} },
  { positionals: ['send', 'abc'], values: {} },
  { positionals: ['send'], values: { failed: true, url: 'x' } },
])('accepts a form of a command: %o', (given) => {
  expect(flawOf(forms, given)).toBeUndefined()
})

test.each([
  [{ positionals: ['lists', 'abc'], values: {} }, 'Unknown argument: lists abc'],
  [{ positionals: ['list', 'abc'], values: { url: 'x', limit: '3' } }, 'Unknown argument: --url abc'],
  [{ positionals: ['send', 'abc', 'def'], values: { limit: '3' } }, 'Unknown argument: --limit def'],
  [{ positionals: ['send', 'abc'], values: { failed: true } }, 'These cannot be combined: --failed, abc'],
  [{ positionals: ['show'], values: {} }, 'ID is missing.'],
  [{ positionals: ['send'], values: { url: 'x' } }, '--failed is missing.'],
])('refuses %o', (given, flaw) => {
  expect(flawOf(forms, given)).toBe(flaw)
})

test('a command without subcommands can have several forms, too', () => {
  const ofClock = [{}, { options: ['to'] }, { options: ['days', 'months'] }]
  const flaw = (values: object, ...positionals: string[]) => flawOf(ofClock, { positionals, values })
  expect([flaw({}), flaw({ to: '2027-01-01' }), flaw({ days: '1', months: '2' })]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(flaw({ to: '2027-01-01', days: '1' })).toBe('These cannot be combined: --to, --days')
  expect(flaw({}, '2027-01-01')).toBe('Unknown argument: 2027-01-01')
})
