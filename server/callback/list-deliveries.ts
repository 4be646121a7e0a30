import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { callbackAttempt, callbackDelivery, type Merchant } from '@/db/schema'
import type { MerchantScope, Scope } from '../core/context'
import { onDays } from '../core/day-range'
import { isOneOf } from '../core/one-of'
import { afterPosition, type Page, pageOf, pageQuery } from '../core/page'
import { columnsOf, partOfWalk, type Walk, walked } from '../core/walk'
import { CallbackType } from '../model/callback'
import { type CallbackState, callbackStates } from '../model/callback-state'
import { fail } from '../model/errors'
import { date, text } from '../model/fields'
import type { DeliveryRow } from './write'

export type DeliveryAttempt = typeof callbackAttempt.$inferSelect

/** A delivery as its list shows it: without its body, with the result of its latest attempt. */
export type DeliverySummary = Omit<DeliveryRow, 'payload'> &
  Pick<DeliveryAttempt, 'error'> & { responseStatus: number | null }

export const DeliveryListQuery = z.strictObject({
  ...pageQuery,
  status: z.enum(callbackStates).optional(),
  order: text().optional().meta({ description: 'Id of an order' }),
  url: z.string().max(2000).optional().meta({ description: 'The address' }),
  type: CallbackType.optional(),
  /** The first and the last day, in the merchant's time zone. */
  start: date().optional(),
  end: date().optional(),
})
type DeliveryListQuery = Omit<z.output<typeof DeliveryListQuery>, 'order'> & {
  order?: string | readonly string[] | undefined
}

const { payload: _, ...summary } = columnsOf(callbackDelivery)

/** Returns callbacks of a merchant, newest first. */
export async function listDeliveries(
  { db, merchant }: MerchantScope,
  { limit, ...filters }: DeliveryListQuery,
): Promise<Page<DeliverySummary>> {
  const walk = walkOf(merchant, filters)
  const latest = sql`(select latest.status as response_status, latest.error from ${callbackAttempt} latest
    where latest.merchant_id = ${callbackDelivery.merchantId} and latest.delivery_id = ${callbackDelivery.id}
    order by latest.number desc limit 1)`
  const rows = await db
    .select({
      ...summary,
      responseStatus: sql<number | null>`response_status`,
      error: sql<string | null>`error`,
    })
    .from(
      sql`(${walked(walk, limit + 1)}) ${callbackDelivery} left join lateral ${latest} latest_attempt on true`,
    )
    .orderBy(walk.order)
  return rows.length > limit ? pageOf(rows, limit) : partOfWalk(db, walk, rows)
}

/** Failed and failing callbacks have indexes of their own: there are few among many. */
function walkOf(
  merchant: Merchant,
  { status, order, url, type, after, ...days }: Omit<DeliveryListQuery, 'limit'>,
): Walk {
  const { merchantId, orderId, created, id } = callbackDelivery
  const isIndexed = status === 'failing' || status === 'failed'
  const others = [
    status && !isIndexed ? conditions[status] : undefined,
    url === undefined ? undefined : eq(callbackDelivery.url, url),
    type && eq(callbackDelivery.type, type),
  ].filter((condition) => condition !== undefined)
  return {
    table: callbackDelivery,
    indexed: and(
      eq(merchantId, merchant.id),
      isIndexed ? conditions[status] : undefined,
      order === undefined ? undefined : isOneOf(orderId, [order].flat()),
      onDays(created, days, merchant.timeZone),
      afterPosition(after, created, id),
    ),
    filter: and(...others),
    order: sql`${desc(created)}, ${desc(id)}`,
  }
}

/** Attempted without success, and will be attempted again. */
export const isFailing = sql`${callbackDelivery.status} = 'waiting' and ${callbackDelivery.attempts} > 0`

/** Written into the statement, not passed as parameters: the indexes are partial. */
const conditions: Record<CallbackState, SQL> = {
  failing: isFailing,
  waiting: sql`${callbackDelivery.status} = 'waiting' and ${callbackDelivery.attempts} = 0`,
  delivered: sql`${callbackDelivery.status} = 'delivered'`,
  failed: sql`${callbackDelivery.status} = 'failed'`,
}

/** Returns a callback with its body and its attempts, oldest first. Throws `not-found`. */
export async function readDelivery(
  { db, merchant }: Scope,
  id: string,
): Promise<DeliveryRow & { attemptHistory: DeliveryAttempt[] }> {
  const [row] = await db.select().from(callbackDelivery).where(isDelivery(merchant.id, id))
  if (!row) throw fail('not-found', { what: 'callback' })
  const attemptHistory = await db
    .select()
    .from(callbackAttempt)
    .where(and(eq(callbackAttempt.merchantId, merchant.id), eq(callbackAttempt.deliveryId, id)))
    .orderBy(asc(callbackAttempt.number))
  return { ...row, attemptHistory }
}

export const isDelivery = (merchantId: string, id: string) =>
  and(eq(callbackDelivery.merchantId, merchantId), eq(callbackDelivery.id, id))
