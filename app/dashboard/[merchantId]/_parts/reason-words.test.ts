import { expect, test } from 'vitest'
import { numberFormat } from '@/server/model/formats'
import { priceIn } from '@/server/model/money/format-money'
import { itemWords } from './reason-words'

const swedish = {
  quantity: (value: number) => numberFormat('sv-SE', { maximumFractionDigits: 6 }).format(value),
  price: (major: number, currency: string) => priceIn('sv-SE', major, currency),
}

test.each([
  [{ name: 'Ost', quantity: 1.5, unit: 'kg' }, '1,5 kg × Ost'],
  [{ name: 'Ost' }, '1 × Ost'],
  [{ price: 12.345, quantity: 2 }, '2 × item at 12,345 kr'],
  [{ quantity: 1200 }, '1 200 × item'],
])('an item of an event is written in the format of the merchant: %o', (item, words) => {
  expect(itemWords(item, 'SEK', swedish).replaceAll(/\s/g, ' ')).toBe(words)
})
