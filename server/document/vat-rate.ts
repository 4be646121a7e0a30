import type { Context, MerchantScope } from '../core/context'
import { groupBy } from '../core/page'
import type { EventRow, OrderRow } from '../store/orders'
import { documentsOfOrders, type EarlierDocument } from './read-documents'

/**
 * Returns the VAT rate of an order without lines, in percent: the one in its first document, because the rate of an order
 * does not change between its movements. Before that, the merchant's default; null if there is none.
 */
export const vatRateOf = (
  { bookkeeping }: Pick<Context['merchant'], 'bookkeeping'>,
  [first]: readonly Pick<EarlierDocument, 'totals'>[],
): number | null => (first ? first.totals[0]?.rate : bookkeeping.defaultVat) ?? null

/** Returns the VAT rate of each order without lines that has just had an event. Reads documents only if there can be any. */
export async function vatRatesOf(
  context: MerchantScope,
  recorded: readonly { order: OrderRow; event: Pick<EventRow, 'type' | 'amount'> }[],
): Promise<ReadonlyMap<string, number | null>> {
  const orders = recorded.flatMap(({ order, event }) =>
    order.lines === null &&
    (event.type === 'refund' ||
      (event.type === 'charge' && order.charged + order.refunded > (event.amount ?? 0n)))
      ? [order.id]
      : [],
  )
  if (orders.length === 0) return new Map()
  const documents = groupBy(await documentsOfOrders(context, orders), ({ orderId }) => orderId)
  return new Map(orders.map((id) => [id, vatRateOf(context.merchant, documents.get(id) ?? [])]))
}
