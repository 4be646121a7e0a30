import { toMajor } from '@/server/model/money/money'
import { mostAtOnce, product } from './product'

const amounts = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })

const kronor = (ore: bigint) =>
  `${amounts.format(toMajor({ amount: ore, currency: product.currency }))}\u00a0kr`

const unitOre = 24_900n

export interface Price {
  total: string
  vat: string
}

/** The price of one, two, three …, formatted. A fifth of a price with 25 % VAT is VAT. */
export const sums: readonly Price[] = Array.from({ length: mostAtOnce }, (_, index) => {
  const total = unitOre * BigInt(index + 1)
  return { total: kronor(total), vat: kronor(total / 5n) }
})
