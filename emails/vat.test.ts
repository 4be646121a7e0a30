import { expect, test } from 'vitest'
import { vatByRate } from './vat'

const line = (vat: number, total: string) => ({ quantity: 1, vat, total })

test('sums lines per VAT rate and rounds each sum once', () => {
  expect(vatByRate([line(25, '9900'), line(12, '7100'), line(25, '9900'), line(0, '500')])).toEqual([
    { rate: 12, amount: '761' },
    { rate: 25, amount: '3960' },
  ])
  expect(vatByRate([line(25, '1'), line(25, '1'), line(25, '1')])).toEqual([{ rate: 25, amount: '1' }])
  expect(vatByRate([line(5.5, '999999999999999')])).toEqual([{ rate: 5.5, amount: '52132701421801' }])
})

test('returns nothing for lines without VAT', () => {
  expect(vatByRate([line(0, '500')])).toEqual([])
  expect(vatByRate([])).toEqual([])
})
