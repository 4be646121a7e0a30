import { and, eq, gt } from 'drizzle-orm'
import { dailyTotalState } from '@/db/schema'
import type { InTransaction } from '../core/context'
import { dayOf } from '../model/calendar'

/** Until when the days of a merchant are summed if none are. */
const noDay = '0001-01-01'

/**
 * Discards the sums of the merchant's days from an instant on, because an order or a fee of that time is recorded in
 * this transaction. The worker sums them again, and until then reports read the rows themselves.
 */
export async function sumAgainFrom({ db, merchant }: InTransaction, instant: Date): Promise<void> {
  const ofMerchant = eq(dailyTotalState.merchantId, merchant.id)
  // Locked even if the day is not summed yet: it must not be summed before this transaction is committed.
  const { id: merchantId, timeZone } = merchant
  await db.insert(dailyTotalState).values({ merchantId, timeZone, until: noDay }).onConflictDoNothing()
  await db.select().from(dailyTotalState).where(ofMerchant).for('update')
  const day = dayOf(instant, merchant.timeZone)
  await db
    .update(dailyTotalState)
    .set({ until: day })
    .where(and(ofMerchant, gt(dailyTotalState.until, day)))
}
