import type { Context, MerchantScope } from '../core/context'
import { groupBy } from '../core/group-by'
import type { Movement } from '../model/document/movement'
import { type EventRow, eventsOf, type OrderRow } from '../store/orders'
import { movementsOf } from './movements'
import { documentsOfOrders, type EarlierDocument } from './read-documents'

/**
 * Returns the VAT rate of an order without lines, in percent: the one in its first document, because the rate of an order
 * does not change between its movements. Before that, the merchant's default; null if there is none.
 */
export const vatRateOf = (
  { bookkeeping }: Pick<Context['merchant'], 'bookkeeping'>,
  [first]: readonly Pick<EarlierDocument, 'totals'>[],
): number | null => (first ? first.totals[0]?.rate : bookkeeping.defaultVat) ?? null

/** What decides the VAT of a movement of an order without lines. */
export interface MovedBefore {
  rate: number | null
  /** Its earlier movements. */
  movements: readonly Movement[]
}

/**
 * Returns what decides the VAT of each order without lines that has just had an event. Reads earlier events and documents
 * only if there can be any.
 */
export async function movedBefore(
  context: MerchantScope,
  recorded: readonly { order: OrderRow; event: Pick<EventRow, 'type' | 'amount' | 'sequence'> }[],
): Promise<ReadonlyMap<string, MovedBefore>> {
  const moved = recorded.filter(
    ({ order, event }) =>
      order.lines === null &&
      (event.type === 'refund' ||
        (event.type === 'charge' && order.charged + order.refunded > (event.amount ?? 0n))),
  )
  if (moved.length === 0) return new Map()
  const ids = moved.map(({ order }) => order.id)
  const [allDocuments, allEvents] = await Promise.all([
    documentsOfOrders(context, ids),
    eventsOf(context, ids),
  ])
  const documents = groupBy(allDocuments, ({ orderId }) => orderId)
  const events = groupBy(allEvents, ({ orderId }) => orderId)
  return new Map(
    moved.map(({ order: { id }, event: { sequence } }) => {
      const earlier = (events.get(id) ?? []).filter((each) => each.sequence < sequence)
      const rate = vatRateOf(context.merchant, documents.get(id) ?? [])
      return [id, { rate, movements: movementsOf(earlier, []) }]
    }),
  )
}
