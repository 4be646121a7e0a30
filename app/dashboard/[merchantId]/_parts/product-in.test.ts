import { expect, test } from 'vitest'
import { productIn } from './product-in'

test.each([
  ['Coffee', 'Coffee'],
  ['Tea, 30', 'Tea'],
  ['Tea, 30 November', 'Tea'],
  ['Tea,', 'Tea'],
  ['Tea, green', 'Tea, green'],
  ['Tea, green, 30 November 2026', 'Tea, green'],
  ['Café 100 g', 'Café 100 g'],
  ['1111', undefined],
  ['198,00', undefined],
  ['', undefined],
  [undefined, undefined],
])('the search “%s” may name the product “%s”', (search, product) => {
  expect(productIn(search)).toBe(product)
})
