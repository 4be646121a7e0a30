import type { EventCreatable } from '@/server/model/order/schemas'
import { numberOf } from '../../_parts/draft'
import type { OrderDetail } from './order-action'

/** Whether a line cannot be divided: 1.5 kg is one unit. */
export const isFraction = (quantity: number | undefined): quantity is number =>
  quantity !== undefined && !Number.isInteger(quantity)

/** Returns the chosen amount or items; undefined if nothing is chosen. */
export function itemsOf(
  order: Pick<OrderDetail, 'lines'>,
  amount: string,
  counts: readonly string[],
  locale: string,
): EventCreatable['items'] {
  const number = numberOf(amount, locale)
  if (!order.lines) return number > 0 ? number : undefined
  const items = order.lines.flatMap(({ name, price, vat = 0, unit, quantity: ordered }, place) => {
    const count = numberOf(counts[place] ?? '', locale)
    if (!(count > 0)) return []
    // 1.5 kg is one unit. Its quantity distinguishes it from other lines of the same product.
    const quantity = isFraction(ordered) ? ordered : count
    return [
      { price, vat, quantity, ...(name !== undefined && { name }), ...(unit !== undefined && { unit }) },
    ]
  })
  return items.length > 0 ? items : undefined
}
