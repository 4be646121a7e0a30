import { and, eq, isNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { serviceNotice } from '@/db/schema'
import type { Runtime } from '@/server/core/runtime'
import { processNotices } from '@/server/payment/process-notices'
import { recoverOperations } from '@/server/payment/recover'
import { failsAt, type StripeShop } from './shop'

/** What the worker does, until no notice waits. Notices that wait for something else would be attempted later. */
export async function processAllNotices(runtime: Runtime, shop: Pick<StripeShop, 'merchant'>): Promise<void> {
  const { db } = runtime
  const isWaiting = and(eq(serviceNotice.merchantId, shop.merchant), isNull(serviceNotice.processed))
  await expect
    .poll(async () => {
      await db
        .update(serviceNotice)
        .set({ attempted: new Date(0) })
        .where(isWaiting)
      await processNotices(runtime, failsAt(shop))
      await recoverOperations(runtime, { staleSeconds: 30, onError: failsAt(shop) })
      return db.$count(serviceNotice, isWaiting)
    })
    .toBe(0)
}

/** Waits until all notices of the events so far have been delivered. */
export const allDelivered = (double: StripeShop['double']): Promise<void> =>
  expect
    .poll(() => {
      const types = new Set(double.state.webhookEndpoints.newest()[0]?.enabled_events)
      const sent = double.state.events.newest().filter(({ type }) => types.has(type as 'charge.captured'))
      const arrived = new Set(
        double.deliveries.log.filter(({ outcome }) => outcome === 200).map(({ event }) => event),
      )
      return sent.every(({ id }) => arrived.has(id))
    })
    .toBe(true)
