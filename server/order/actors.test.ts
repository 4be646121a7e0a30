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

test('a customer acts on the account page or through the link to a payment', async () => {
  const by = await actorsOf({} as Scope, [])
  const charge = { ...event, type: 'charge', isBilled: true } as const
  expect(by({ ...charge, actor: 'account:BcDf' })).toBe('Customer on the account page')
  expect(by({ ...charge, actor: 'account:order BcDf' })).toBe('Customer, through a payment link')
})
