import { and, asc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { type Merchant, merchant, order } from '@/db/schema'
import { days, later } from '../core/clock'
import { type Context, contextOf } from '../core/context'
import type { Runtime } from '../core/runtime'
import type { OrderRow } from '../store/orders'

export type OnError = (error: unknown, order: Pick<OrderRow, 'merchantId' | 'id'>) => void

/** How long before an authorisation expires its merchant is notified, and it is renewed. */
export const noticePeriod = days(1)

/** Selects orders whose authorisation expires within a day of `now`, which is real time. */
export const expiresSoon = (now: Date) =>
  and(gt(order.authorisedUntil, now), lte(order.authorisedUntil, later(now, noticePeriod)))

const batch = 100

/**
 * Calls `act` for each order whose authorisation meets a condition, the first to expire first. An error at one order
 * does not stop the others.
 */
export async function forEachEnding(
  runtime: Runtime,
  { which, onError }: { which: SQL | undefined; onError: OnError },
  act: (context: Context, id: string) => Promise<void>,
): Promise<void> {
  let after: Ending | undefined
  for (;;) {
    const page = await nextOf(runtime.db, which, after)
    for (const { owner, ...named } of page) {
      try {
        await act(contextOf(runtime, owner), named.id)
      } catch (error) {
        onError(error, named)
      }
    }
    after = page.at(-1)
    if (page.length < batch) return
  }
}

interface Ending {
  owner: Merchant
  merchantId: string
  id: string
  until: Date | null
}

function nextOf(db: Queryable, which: SQL | undefined, after: Ending | undefined): Promise<Ending[]> {
  const { merchantId, id, authorisedUntil: until } = order
  const isAfter =
    after &&
    sql`(${until}, ${merchantId}, ${id})
    > (${after.until?.toISOString()}::timestamptz, ${after.merchantId}, ${after.id})`
  return db
    .select({ owner: merchant, merchantId, id, until })
    .from(order)
    .innerJoin(merchant, eq(merchant.id, merchantId))
    .where(and(which, isAfter))
    .orderBy(asc(until), asc(merchantId), asc(id))
    .limit(batch)
}
