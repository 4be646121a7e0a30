import type { TextKey } from '@/app/_texts/catalogue'
import type { OrderRow } from '@/server/store/orders'
import { namesIn, type Words } from './words'

export type OrderFace =
  Extract<TextKey, `order.state.${string}`> extends `order.state.${infer Name}` ? Name : never

/** The status of an order as its customer sees it. */
export function faceOf(order: OrderRow): OrderFace {
  if (order.pending > 0n) return 'pending'
  if (order.denied > 0n) return 'denied'
  if (order.ordered > 0n) return order.serviceReference === null ? 'running' : 'ordered'
  if (order.charged > 0n) return order.refunded > 0n ? 'partly' : 'charged'
  return order.refunded > 0n ? 'refunded' : 'cancelled'
}

/** The title of an order: its lines, or its number if it has none. */
export function orderTitle({ say }: Words, { lines, number }: Pick<OrderRow, 'lines' | 'number'>): string {
  const names = (lines ?? []).flatMap(({ name }) => name ?? [])
  if (names.length > 0) return namesIn(names, say)
  return number === null ? say('order.plain') : say('order.numbered', { number })
}
