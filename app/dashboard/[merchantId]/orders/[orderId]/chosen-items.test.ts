import { expect, test } from 'vitest'
import { itemsOf } from './chosen-items'

const beef = { name: 'Beef', price: 100, vat: 12, unit: 'kg', units: 'c' }
const order = {
  lines: [
    { ...beef, quantity: 1.5, total: '16800' },
    { ...beef, quantity: 0.8, total: '8960' },
    { name: 'Bag', price: 5, vat: 25, quantity: 3, total: '1875', units: 'ccc' },
  ],
}

test('a line with a fraction is chosen as a whole, by its own quantity', () => {
  expect(itemsOf(order, '', ['', '1', '2'], 'en-SE')).toEqual([
    { name: 'Beef', price: 100, vat: 12, unit: 'kg', quantity: 0.8 },
    { name: 'Bag', price: 5, vat: 25, quantity: 2 },
  ])
})

test('nothing is chosen without a number', () => {
  expect(itemsOf(order, '', ['', '0', 'x'], 'en-SE')).toBeUndefined()
  expect(itemsOf({ lines: null }, '0', [], 'en-SE')).toBeUndefined()
  expect(itemsOf({ lines: null }, '1 000,50', [], 'en-SE')).toBe(1000.5)
})
