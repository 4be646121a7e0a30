import { and, asc, desc, eq, gt, lte, notInArray, type SQL, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { Queryable } from '@/db/client'
import { type Merchant, merchant, order } from '@/db/schema'
import { days, later, minutes } from '../core/clock'
import { type Context, contextOf } from '../core/context'
import { groupBy } from '../core/group-by'
import type { Runtime } from '../core/runtime'
import type { OrderRow } from '../store/orders'

export type OnError = (error: unknown, order: Pick<OrderRow, 'merchantId' | 'id'>) => void

/** How long before an authorisation expires its merchant is notified, and it is renewed. */
export const noticePeriod = days(1)

/** Selects orders whose authorisation expires within a day of `now`, which is real time. */
export const expiresSoon = (now: Date) =>
  and(gt(order.authorisedUntil, now), lte(order.authorisedUntil, later(now, noticePeriod)))

const batch = 100
/** How many merchants are handled at once, so that a slow card service does not delay other merchants. */
const merchantsAtOnce = 4
/** How long a run spends on one merchant. The rest waits for the next run. */
const merchantMs = minutes(1)
/** After how many failures the rest of a merchant's orders wait for the next run. */
const maxFailures = 3

interface EachEnding {
  which: SQL | undefined
  /** Whether to start with the authorisation that expires first, or last. */
  first: 'earliest' | 'latest'
  onError: OnError
}

/**
 * Calls `act` for each order whose authorisation meets a condition. After three errors, or a minute, the other orders of a
 * merchant wait for the next run.
 */
export async function forEachEnding(
  runtime: Runtime,
  { which, first, onError }: EachEnding,
  act: (context: Context, id: string) => Promise<void>,
): Promise<void> {
  const spent = new Map<string, { ms: number; failures: number }>()
  const spentOn = (merchantId: string) => spent.get(merchantId) ?? { ms: 0, failures: 0 }
  const isAway = (merchantId: string) => {
    const { ms, failures } = spentOn(merchantId)
    return ms > merchantMs || failures >= maxFailures
  }
  const handle = async ({ owner, ...named }: Ending) => {
    const began = performance.now()
    const failed = await act(contextOf(runtime, owner), named.id).then(
      () => false,
      (error: unknown) => {
        onError(error, named)
        return true
      },
    )
    const { ms, failures } = spentOn(owner.id)
    spent.set(owner.id, { ms: ms + performance.now() - began, failures: failed ? failures + 1 : failures })
  }
  let after: Ending | undefined
  for (;;) {
    const away = [...spent.keys()].filter(isAway)
    const page = await nextOf(runtime.db, { which, first, after, away })
    const ofMerchants = [...groupBy(page, ({ owner }) => owner.id).values()]
    await pLimit(merchantsAtOnce).map(ofMerchants, async (orders) => {
      for (const ending of orders) if (!isAway(ending.owner.id)) await handle(ending)
    })
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

interface Page extends Pick<EachEnding, 'which' | 'first'> {
  after: Ending | undefined
  /** Merchants to leave out. */
  away: string[]
}

function nextOf(db: Queryable, { which, first, after, away }: Page): Promise<Ending[]> {
  const { merchantId, id, authorisedUntil: until } = order
  const [direction, beyond] = first === 'earliest' ? [asc, sql`>`] : [desc, sql`<`]
  const isAfter =
    after &&
    sql`(${until}, ${merchantId}, ${id})
    ${beyond} (${after.until?.toISOString()}::timestamptz, ${after.merchantId}, ${after.id})`
  return db
    .select({ owner: merchant, merchantId, id, until })
    .from(order)
    .innerJoin(merchant, eq(merchant.id, merchantId))
    .where(and(which, isAfter, notInArray(merchantId, away)))
    .orderBy(direction(until), direction(merchantId), direction(id))
    .limit(batch)
}
