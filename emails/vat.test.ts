import { expect, test } from 'vitest'
import { vatByRate } from './vat'

const line = (vat: number, total: string) => ({ quantity: 1, vat, total })

test('sums the VAT of lines per rate, each rounded as in documents', () => {
  expect(vatByRate([line(25, '9900'), line(12, '7100'), line(25, '9900'), line(0, '500')])).toEqual([
    { rate: 12, amount: '761' },
    { rate: 25, amount: '3960' },
  ])
  expect(vatByRate([line(25, '3'), line(25, '3'), line(25, '1')])).toEqual([{ rate: 25, amount: '2' }])
  expect(vatByRate([line(5.5, '999999999999999')])).toEqual([{ rate: 5.5, amount: '52132701421801' }])
})

test('returns nothing for lines without VAT', () => {
  expect(vatByRate([line(0, '500')])).toEqual([])
  expect(vatByRate([])).toEqual([])
})
