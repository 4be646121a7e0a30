import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type EventType, order, orderEvent } from '@/db/schema'
import type { Context } from '../core/context'
import { fail } from '../model/errors'

export const EventListQuery = z.strictObject({
  type: z.enum(['order', 'charge', 'cancel', 'refund', 'fail']).optional(),
  after: z.string().max(200).optional(),
})

/** An event with what it is of. `amount`: what moved, of an order what it is of, of a failure nothing. */
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

/** The types of which there are about as many as orders; the others have an index of their own. */
const frequent = new Set<EventType>(['order', 'charge'])

/** What happened to any order of a merchant, newest first, and the cursor of what is older. */
export async function listEvents(
  { db, merchant }: Context,
  { type, after, limit }: z.output<typeof EventListQuery> & { limit: number },
): Promise<{ rows: EventOfMerchant[]; next?: string }> {
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
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return rows.length > limit && last ? { rows: shown, next: cursorOf(last) } : { rows: shown }
}

const cursorOf = ({ date, orderId, sequence }: EventOfMerchant) => `${date.getTime()}.${orderId}.${sequence}`

function behindEvent(after: string) {
  const [, time, id, sequence] = /^(\d{1,13})\.([A-Za-z]{16})\.(\d{1,9})$/.exec(after) ?? []
  if (time === undefined) {
    throw fail('cursor.invalid', { field: 'after' })
  }
  const at = new Date(Number(time)).toISOString()
  return sql`(${orderEvent.date}, ${orderEvent.orderId}, ${orderEvent.sequence}) < (${at}::timestamptz, ${id}, ${Number(sequence)}::int)`
}
