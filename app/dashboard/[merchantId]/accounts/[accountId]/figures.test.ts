import { expect, test } from 'vitest'
import { failureNote } from './figures'

test.each([
  [{ count: 0, isMore: false }, false, 'no payments yet'],
  [{ count: 0, isMore: false }, true, 'every payment succeeded'],
  [{ count: 0, isMore: true }, true, "none among the shop's latest"],
  [{ count: 2, isMore: false }, false, 'declined or failed'],
])('failed attempts %o, with orders: %s', (failures, hasOrders, note) => {
  expect(failureNote(failures, hasOrders)).toBe(note)
})
