import { expect, test } from 'vitest'
import { titleOf } from './title-of'

test('a card service that needs no account is known by its own name', () => {
  expect(titleOf({ name: 'northpay' })).toBe('Northpay')
  expect(titleOf({ name: 'test' })).toBe('the simulated acquirer')
})
