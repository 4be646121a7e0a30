import { expect, test } from 'vitest'
import type { Scope } from '../core/context'
import { actorsOf } from './actors'

const event = { actor: null, reason: null, original: null }

test('an event without an actor is attributed to billing only if billing causes such events', async () => {
  // Without an actor, nothing is read.
  const by = await actorsOf({} as Scope, [])
  expect(by({ ...event, type: 'charge', isBilled: true })).toBe('Kassa, billing')
  expect(by({ ...event, type: 'fail', original: 'charge', isBilled: true })).toBe('Kassa, billing')
  expect(by({ ...event, type: 'charge', isBilled: false })).toBeUndefined()
  expect(by({ ...event, type: 'refund', isBilled: true })).toBeUndefined()
  expect(by({ ...event, type: 'fail', original: 'refund', isBilled: true })).toBeUndefined()
  expect(by({ ...event, type: 'cancel', reason: 'expired', isBilled: false })).toBe('Card service')
})
