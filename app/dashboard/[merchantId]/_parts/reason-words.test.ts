import { expect, test } from 'vitest'
import { numberFormat } from '@/server/model/formats'
import { priceIn } from '@/server/model/money/format-money'
import { itemWords } from './reason-words'

const swedish = {
  quantity: (value: number) => numberFormat('sv-SE', { maximumFractionDigits: 6 }).format(value),
  price: (major: number, currency: string) => priceIn('sv-SE', major, currency),
}

const lines = [
  { name: 'Ost', price: 10, quantity: 1.5, unit: 'kg', total: '1500', units: 'o' },
  { name: 'Te', price: 10, quantity: 2, total: '2000', units: 'oo' },
  { name: 'Te', price: 10, quantity: 0.5, total: '500', units: 'o' },
]

test.each([
  [{ name: 'Ost', quantity: 1.5, unit: 'kg' }, '1,5 kg × Ost'],
  [{ name: 'Ost' }, '1,5 kg × Ost'],
  [{ name: 'Ost', quantity: 1 }, '1,5 kg × Ost'],
  [{ name: 'Te', quantity: 2 }, '2 × Te'],
  [{ name: 'Te' }, '1 × Te'],
  [{ price: 12.345, quantity: 2 }, '2 × item at 12,345 kr'],
  [{ quantity: 1200 }, '1 200 × item'],
])('an item of an event is written in the format of the merchant: %o', (item, words) => {
  expect(itemWords(item, { lines, currency: 'SEK' }, swedish).replaceAll(/\s/g, ' ')).toBe(words)
})
