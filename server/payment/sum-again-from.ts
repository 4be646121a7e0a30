import { and, eq, gte } from 'drizzle-orm'
import { dailyTotal, dailyTotalState } from '@/db/schema'
import type { InTransaction } from '../core/context'
import { dayOf } from '../model/calendar'

/**
 * Discards the sums of the merchant's days from an instant on, because an order of that time is about to be recorded.
 * The worker sums them again, and until then reports read the orders.
 */
export async function sumAgainFrom({ db, merchant }: InTransaction, instant: Date): Promise<void> {
  const ofMerchant = eq(dailyTotalState.merchantId, merchant.id)
  // Locked even if the day is not summed yet: it must not be summed before the order is committed.
  const [state] = await db.select().from(dailyTotalState).where(ofMerchant).for('update')
  const day = dayOf(instant, merchant.timeZone)
  if (!state || state.until <= day) return
  await db.update(dailyTotalState).set({ until: day }).where(ofMerchant)
  await db.delete(dailyTotal).where(and(eq(dailyTotal.merchantId, merchant.id), gte(dailyTotal.day, day)))
}
