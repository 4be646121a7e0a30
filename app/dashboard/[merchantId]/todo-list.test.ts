import { expect, test } from 'vitest'
import { isUrgent } from './todo-list'

test('a card service that takes no payments is urgent, unlike details that can wait', () => {
  expect(isUrgent({ kind: 'card service' })).toBe(true)
  expect(isUrgent({ kind: 'payments' })).toBe(true)
  expect(isUrgent({ kind: 'support address' })).toBe(false)
})
