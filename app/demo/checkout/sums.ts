import type { Language } from '@/server/model/language'
import { toMajor } from '@/server/model/money/money'
import { maxQuantity, product } from './product'

const unitOre = 24_900n

export interface Price {
  total: string
  vat: string
}

/** The price of one, two, three …, formatted for a language. A fifth of a price with 25 % VAT is VAT. */
export function sumsIn(language: Language): readonly Price[] {
  const amounts = new Intl.NumberFormat(language, { minimumFractionDigits: 2 })
  const kronor = (ore: bigint) =>
    `${amounts.format(toMajor({ amount: ore, currency: product.currency }))}\u00a0kr`
  return Array.from({ length: maxQuantity }, (_, index) => {
    const total = unitOre * BigInt(index + 1)
    return { total: kronor(total), vat: kronor(total / 5n) }
  })
}
