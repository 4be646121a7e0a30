import { and, asc, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { insertMany } from '@/db/many'
import { callbackDelivery, type Merchant, merchant, order } from '@/db/schema'
import { callbacksOfExpiry } from '../callback/write'
import { days, later, realClock } from '../core/clock'
import { type Context, contextOf, type InTransaction } from '../core/context'
import type { Runtime } from '../core/runtime'
import { isOrder, lockOrder, type OrderRow, orderTransaction, withEvents } from '../store/orders'
import { mailTeam } from '../team/mail-team'
import { followService } from './follow-service'

/** How long before an authorisation expires its merchant is notified. */
const notice = days(1)

type OnError = (error: unknown, order: Pick<OrderRow, 'merchantId' | 'id'>) => void

/**
 * Notifies merchants of authorisations that expire within a day, once each: with a callback and a mail to the team. Any
 * number of workers may do this at once. All times are real: card services do not know the clocks of test merchants.
 */
export async function announceExpiry(runtime: Runtime, onError: OnError): Promise<void> {
  const now = runtime.clock.now()
  const due = and(gt(order.authorisedUntil, now), lte(order.authorisedUntil, later(now, notice)), unannounced)
  await forEach(runtime, due, onError, (context, id) =>
    orderTransaction(context, id, (inside) => announce(inside, id)),
  )
}

const unannounced = isNull(order.expiryNotified)

async function announce(context: InTransaction, id: string): Promise<void> {
  const row = await lockOrder(context, id)
  // Meanwhile another worker has notified the merchant, or everything was charged.
  if (!row?.authorisedUntil || row.expiryNotified !== null) return
  const [record] = await withEvents(context, [row])
  if (!record) return
  const { number, currency, ordered, authorisedUntil } = row
  const until = authorisedUntil.toISOString()
  const about = { order: id, ...(number !== null && { number }), amount: ordered.toString(), currency, until }
  await insertMany(
    context.db,
    callbackDelivery,
    callbacksOfExpiry(context.merchant, record, context.clock.now()),
  )
  await mailTeam(context, {
    notice: { what: 'authorisation expires', ...about },
    path: `/orders/${id}`,
    once: `expiry of ${id} ${until}`,
  })
  await context.db
    .update(order)
    .set({ expiryNotified: realClock(context).now() })
    .where(isOrder(context.merchant.id, id))
}

/**
 * Records what became of authorisations whose time is over, as the card service has it: mostly that what was left has
 * expired. One that the service has not ended yet is looked at again later.
 */
export async function endExpired(runtime: Runtime, onError: OnError): Promise<void> {
  const isOver = lte(order.authorisedUntil, runtime.clock.now())
  await forEach(runtime, isOver, onError, async (context, id) => {
    await followService(context, id)
  })
}

const batch = 100

/**
 * Does something with each order whose authorisation meets a condition, the first to expire first. An error at one
 * order does not stop the others.
 */
async function forEach(
  runtime: Runtime,
  which: SQL | undefined,
  onError: OnError,
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
  const later =
    after &&
    sql`(${until}, ${merchantId}, ${id})
    > (${after.until?.toISOString()}::timestamptz, ${after.merchantId}, ${after.id})`
  return db
    .select({ owner: merchant, merchantId, id, until })
    .from(order)
    .innerJoin(merchant, eq(merchant.id, merchantId))
    .where(and(which, later))
    .orderBy(asc(until), asc(merchantId), asc(id))
    .limit(batch)
}
