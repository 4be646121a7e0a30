import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { z } from 'zod'
import { callbackAttempt, callbackDelivery } from '@/db/schema'
import type { Context } from '../core/context'
import { behindPosition, type Page, pageOf, pageQuery } from '../core/page'
import { fail } from '../model/errors'
import { text } from '../model/fields'
import type { DeliveryRow } from './write'

export type AttemptRow = typeof callbackAttempt.$inferSelect

/** A delivery without its body, as shown in lists. */
export type DeliverySummary = Omit<DeliveryRow, 'payload'>

export const DeliveryListQuery = z.strictObject({
  ...pageQuery,
  status: z.enum(['waiting', 'delivered', 'failed']).optional(),
  order: text().optional().meta({ description: 'Id of an order' }),
})
type DeliveryListQuery = z.output<typeof DeliveryListQuery>

const { payload: _, ...summary } = getTableColumns(callbackDelivery)

/** Returns callbacks of a merchant, newest first. */
export async function listDeliveries(
  { db, merchant }: Pick<Context, 'db' | 'merchant'>,
  query: DeliveryListQuery,
): Promise<Page<DeliverySummary>> {
  const { merchantId, orderId, status, created, id } = callbackDelivery
  const rows = await db
    .select(summary)
    .from(callbackDelivery)
    .where(
      and(
        eq(merchantId, merchant.id),
        // Written into the statement, not passed as a parameter: the index of failed deliveries holds no others.
        query.status && sql`${status} = ${sql.raw(`'${query.status}'`)}`,
        query.order === undefined ? undefined : eq(orderId, query.order),
        behindPosition(query.after, created, id),
      ),
    )
    .orderBy(desc(created), desc(id))
    .limit(query.limit + 1)
  return pageOf(rows, query.limit)
}

/** Returns a callback with its body and its attempts, oldest first. Throws `not-found`. */
export async function readDelivery(
  { db, merchant }: Pick<Context, 'db' | 'merchant'>,
  id: string,
): Promise<DeliveryRow & { tries: AttemptRow[] }> {
  const [row] = await db.select().from(callbackDelivery).where(isDelivery(merchant.id, id))
  if (!row) throw fail('not-found', { what: 'callback' })
  const tries = await db
    .select()
    .from(callbackAttempt)
    .where(and(eq(callbackAttempt.merchantId, merchant.id), eq(callbackAttempt.deliveryId, id)))
    .orderBy(asc(callbackAttempt.number))
  return { ...row, tries }
}

export const isDelivery = (merchantId: string, id: string) =>
  and(eq(callbackDelivery.merchantId, merchantId), eq(callbackDelivery.id, id))
