import { expect, test } from 'vitest'
import { failureNote } from './figures'

test.each([
  [{ count: 0, isMore: false }, false, 'No payments yet'],
  [{ count: 0, isMore: false }, true, 'Every payment succeeded'],
  [{ count: 0, isMore: true }, true, 'None among the shop’s latest'],
  [{ count: 2, isMore: false }, false, 'Declined or failed'],
])('failed attempts %o, with orders: %s', (failures, hasOrders, note) => {
  expect(failureNote(failures, hasOrders)).toBe(note)
})
