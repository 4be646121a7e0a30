import { and, asc, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { type Merchant, merchant, order } from '@/db/schema'
import { eachByMerchant } from '../card/each-by-merchant'
import { days, later, minutes } from '../core/clock'
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
/** How long a run spends on the orders of one merchant. */
const merchantMs = minutes(1)

interface EachEnding {
  which: SQL | undefined
  /** Whether to start with the authorisation that expires first, or last. */
  first: 'earliest' | 'latest'
  onError: OnError
}

/**
 * Calls `act` for each order whose authorisation meets a condition. A card service that is slow or unavailable delays only
 * the merchants that use it.
 */
export const forEachEnding = (
  runtime: Runtime,
  { which, first, onError }: EachEnding,
  act: (context: Context, id: string) => Promise<void>,
): Promise<number> =>
  eachByMerchant<Ending>({
    batch,
    next: (after) => nextOf(runtime.db, { which, first, after }),
    act: async ({ owner, id }) => {
      await act(contextOf(runtime, owner), id)
      return true
    },
    onError,
    forMs: merchantMs,
  })

interface Ending {
  owner: Merchant
  merchantId: string
  service: string
  id: string
  until: Date | null
}

interface Page extends Pick<EachEnding, 'which' | 'first'> {
  after: Ending | undefined
}

function nextOf(db: Queryable, { which, first, after }: Page): Promise<Ending[]> {
  const { merchantId, service, id, authorisedUntil: until } = order
  const [direction, beyond] = first === 'earliest' ? [asc, sql`>`] : [desc, sql`<`]
  const isAfter =
    after &&
    sql`(${until}, ${merchantId}, ${id})
    ${beyond} (${after.until?.toISOString()}::timestamptz, ${after.merchantId}, ${after.id})`
  return db
    .select({ owner: merchant, merchantId, service, id, until })
    .from(order)
    .innerJoin(merchant, eq(merchant.id, merchantId))
    .where(and(which, isAfter))
    .orderBy(direction(until), direction(merchantId), direction(id))
    .limit(batch)
}
