import { expect, test } from 'vitest'
import { changedWords } from './changed-words'

const defaults = { subject: 'Receipt', greeting: 'Hello', closing: 'Bye' }

test('only the parts that were changed are sent, with null for those that are as Kassa writes them again', () => {
  const loaded = { ...defaults, greeting: 'Hej', closing: '' }
  const changed = (typed: object) => changedWords({ loaded, typed: { ...loaded, ...typed }, defaults })
  expect(changed({})).toEqual({})
  expect(changed({ subject: 'Thanks' })).toEqual({ subject: 'Thanks' })
  expect(changed({ greeting: '' })).toEqual({ greeting: '' })
  expect(changed(defaults)).toEqual({ greeting: null, closing: null })
})
