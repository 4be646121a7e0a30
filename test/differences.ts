import { and, eq } from 'drizzle-orm'
import { merchant, operation } from '@/db/schema'
import { contextOf } from '@/server/core/context'
import type { Runtime } from '@/server/core/runtime'
import { compareBooks } from '@/server/payment/reconcile/compare-books'
import { isRunning } from '@/server/store/operations'

/**
 * Compares Kassa's books with the card services', for one merchant or for all, and returns the differences and the
 * operations that are still running. An empty list means that every cent matches and nothing is left to do.
 */
export async function differences(runtime: Runtime, merchantId?: string): Promise<string[]> {
  const ofMerchant = merchantId === undefined ? undefined : eq(operation.merchantId, merchantId)
  const running = await runtime.db.select().from(operation).where(and(isRunning, ofMerchant))
  const found = running.map(({ id, kind, status }) => `${kind} ${id} is still ${status}`)
  const owners = await runtime.db
    .select()
    .from(merchant)
    .where(merchantId === undefined ? undefined : eq(merchant.id, merchantId))
  for (const owner of owners) {
    const context = contextOf(runtime, owner)
    for (const { name: service } of runtime.cards.all.filter(({ connecting }) => !connecting))
      await compareBooks(context, {
        service,
        range: { from: new Date(0), to: undefined },
        report: async ({ kind, orderId, reference, details }) =>
          void found.push(`${kind}: order ${orderId}, ${reference}, ${JSON.stringify(details)}`),
      })
  }
  return found
}
