import { expect, test } from 'vitest'
import { runningFirst } from './running-first'

test('subscriptions that have ended come last, otherwise in the given order', () => {
  const ended = new Date(0)
  const given = [
    { id: 'a', ended },
    { id: 'b', ended: null },
    { id: 'c', ended },
    { id: 'd', ended: null },
  ]
  expect(runningFirst(given).map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c'])
})
