import Big from 'big.js'
import type { DocumentLine } from '../model/document/content'

/** The library takes prices with two decimals only. A finer price is stated per 10, 100 or more units, which is exact. */
export function withTwoDecimals(price: string): { amount: string; per: string } {
  const amount = new Big(price)
  const finer = Math.max(0, amount.c.length - amount.e - 1 - 2)
  const per = new Big(10).pow(finer)
  return { amount: amount.times(per).toFixed(), per: per.toFixed() }
}

/**
 * Quantity and price, whose product may differ from the net amount by 0.02. If it differs more, because part of a line
 * was charged, the line becomes one unit at the net amount.
 */
export function asCounted(
  { quantity, price }: DocumentLine,
  net: string,
): { quantity: string; price: string } {
  if (price === undefined || new Big(price).times(quantity).minus(net).abs().gt(0.02))
    return { quantity: '1', price: net }
  return { quantity, price }
}
