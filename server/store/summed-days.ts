import { and, eq, gt } from 'drizzle-orm'
import { dailyTotalState } from '@/db/schema'
import type { InTransaction } from '../core/context'
import { dayOf } from '../model/calendar'

/** Until when the days of a merchant are summed if none are: the first day that any report covers. */
const none = '1000-01-01'

/** Creates the row that says which days of a merchant are summed, if it does not exist, so that it can be locked. */
export async function ensureSumState({ db, merchant }: InTransaction): Promise<void> {
  const { id: merchantId, timeZone } = merchant
  await db.insert(dailyTotalState).values({ merchantId, timeZone, until: none }).onConflictDoNothing()
}

/**
 * Discards the sums of the merchant's days from an instant on, because an order or a fee of that time is recorded in
 * this transaction. The worker sums them again, and until then reports read the rows themselves.
 */
export async function sumAgainFrom(context: InTransaction, instant: Date): Promise<void> {
  const { db, merchant } = context
  const ofMerchant = eq(dailyTotalState.merchantId, merchant.id)
  await ensureSumState(context)
  // Locked even if the day is not summed yet: it must not be summed before this transaction is committed.
  await db.select().from(dailyTotalState).where(ofMerchant).for('update')
  const day = dayOf(instant, merchant.timeZone)
  await db
    .update(dailyTotalState)
    .set({ until: day })
    .where(and(ofMerchant, gt(dailyTotalState.until, day)))
}
