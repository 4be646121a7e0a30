import { expect, test } from 'vitest'
import { maxQuantity, product } from './product'
import { sumsIn } from './sums'

const sums = sumsIn('en')

test('the page shows the same amounts as the order', () => {
  for (let quantity = 1; quantity <= maxQuantity; quantity++) {
    const total = quantity * product.price * (1 + product.vat / 100)
    expect(sums[quantity - 1]?.total.replace(',', '')).toBe(`${total.toFixed(2)}\u00a0kr`)
    expect(sums[quantity - 1]?.vat).toBe(`${(total - quantity * product.price).toFixed(2)}\u00a0kr`)
  }
  expect(sums[0]).toEqual({ total: '249.00\u00a0kr', vat: '49.80\u00a0kr' })
  expect(sumsIn('sv')[0]).toEqual({ total: '249,00\u00a0kr', vat: '49,80\u00a0kr' })
})
