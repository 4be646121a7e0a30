import { and, isNull, lte } from 'drizzle-orm'
import { insertMany } from '@/db/many'
import { callbackDelivery, order } from '@/db/schema'
import { callbacksOfOrder } from '../callback/write'
import { later, realClock } from '../core/clock'
import type { InTransaction } from '../core/context'
import type { Runtime } from '../core/runtime'
import { lockOrder, orderTransaction } from '../store/order-turn'
import { isOrder } from '../store/orders'
import { findOrder } from '../store/read-orders'
import { notifyTeam } from '../team/notify-team'
import { expiresSoon, forEachEnding, noticePeriod, type OnError } from './ending-authorisations'
import { followService } from './follow-service'

/**
 * Notifies merchants of authorisations that expire within a day, once each: with a callback and a notification to the
 * team. Any number of workers may do this at once. All times are real: test clocks are unknown to card services.
 */
export async function announceExpiry(runtime: Runtime, onError: OnError): Promise<void> {
  const due = and(expiresSoon(runtime.clock.now()), unannounced)
  await forEachEnding(runtime, { which: due, first: 'earliest', onError }, (context, id) =>
    orderTransaction(context, id, (inside) => announce(inside, id)),
  )
}

const unannounced = isNull(order.expiryNotified)

async function announce(context: InTransaction, id: string): Promise<void> {
  const row = await lockOrder(context, id)
  // Another worker has already notified the merchant, or everything was charged.
  if (!row?.authorisedUntil || row.expiryNotified !== null) return
  // Renewed since it was found.
  if (row.authorisedUntil > later(realClock(context).now(), noticePeriod)) return
  const record = await findOrder(context, id)
  if (!record) return
  const { number, currency, ordered, authorisedUntil } = row
  const until = authorisedUntil.toISOString()
  const about = { order: id, ...(number !== null && { number }), amount: ordered.toString(), currency, until }
  await insertMany(
    context.db,
    callbackDelivery,
    callbacksOfOrder(context.merchant, record, { type: 'order.expiring', timestamp: context.clock.now() }),
  )
  await notifyTeam(context, {
    kind: 'authorisation',
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
 * Records the card service's outcome of authorisations whose time is over: usually, the rest has expired. One that the
 * service has not ended yet is checked again later.
 */
export async function endExpired(runtime: Runtime, onError: OnError): Promise<void> {
  const isOver = lte(order.authorisedUntil, runtime.clock.now())
  // Some never end, for example if their merchant now uses another account at the service. They come last.
  await forEachEnding(runtime, { which: isOver, first: 'latest', onError }, async (context, id) => {
    await followService(context, id)
  })
}
