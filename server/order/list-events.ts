import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type EventType, order, orderEvent } from '@/db/schema'
import type { Context } from '../core/context'
import { behind, cursorOf } from '../core/cursor'
import { type Page, pageBy } from '../core/page'
import { instant } from '../model/fields'

export const EventListQuery = z.strictObject({
  type: z.enum(['order', 'charge', 'cancel', 'refund', 'accept', 'fail']).optional(),
  after: z.string().max(200).optional(),
})

/**
 * An event with details of its order. `amount` is the amount moved; for a new order its total, for a failure nothing.
 */
export interface EventOfMerchant {
  orderId: string
  sequence: number
  type: EventType
  date: Date
  number: string | null
  accountId: string | null
  currency: string
  amount: bigint | null
  original: 'charge' | 'cancel' | 'refund' | null
  error: { code: string; description: string } | null
}

/** The types that are about as frequent as orders. The other types have their own index. */
const frequent = new Set<EventType>(['order', 'charge'])

/** Returns events of all orders of a merchant, newest first, and the cursor of the next page. */
export async function listEvents(
  { db, merchant }: Context,
  { type, after, limit }: z.output<typeof EventListQuery> & { limit: number },
): Promise<Page<EventOfMerchant>> {
  const { date, orderId, sequence } = orderEvent
  const rare = type !== undefined && !frequent.has(type)
  const rows = await db
    .select({
      orderId,
      sequence,
      type: orderEvent.type,
      date,
      number: order.number,
      accountId: order.accountId,
      currency: orderEvent.currency,
      amount: sql<
        bigint | null
      >`case when ${orderEvent.type} = 'order' then ${order.amount} else ${orderEvent.amount} end`.mapWith(
        orderEvent.amount,
      ),
      original: orderEvent.original,
      error: orderEvent.error,
    })
    .from(orderEvent)
    .innerJoin(order, and(eq(order.merchantId, orderEvent.merchantId), eq(order.id, orderId)))
    .where(
      and(
        eq(orderEvent.merchantId, merchant.id),
        type && eq(orderEvent.type, type),
        rare ? sql`${orderEvent.type} not in ('order', 'charge')` : undefined,
        after === undefined ? undefined : behindEvent(after),
      ),
    )
    .orderBy(desc(date), desc(orderId), desc(sequence))
    .limit(limit + 1)
  return pageBy(rows, limit, (row) => places.write([row.date.toISOString(), row.orderId, row.sequence]))
}

const places = cursorOf(
  z.tuple([instant(), z.string().regex(/^[A-Za-z]{16}$/), z.int().min(1).max(999_999_999)]),
)

function behindEvent(after: string) {
  const [at, id, sequence] = places.read(after)
  return behind(
    [orderEvent.date, orderEvent.orderId, orderEvent.sequence],
    [sql`${at}::timestamptz`, sql`${id}`, sql`${sequence}::int`],
  )
}
