import { sql } from 'drizzle-orm'
import type { Context } from '../core/context'
import { openRefusedRefund } from '../model/order/late-failures'
import { countFailures, failedOrders, failuresSince } from './failed-orders'

/** How many of the newest failures are read. Only subscriptions with many unpaid orders have more in half a year. */
const read = 5000

/** Counts orders with a refund that the card service refused at once, and that nobody has dealt with yet. */
export async function refusedRefundsOf(context: Context): Promise<ReturnType<typeof countFailures>> {
  const { merchant } = context
  // No index has the refused refunds alone. All failures are read newest first, so that their number is limited.
  const orders = await failedOrders(
    context,
    sql`
      select order_id, date from (
        select order_id, date, original, amount from order_event
        where merchant_id = ${merchant.id} and type = 'fail' and date >= ${failuresSince(context)}
        order by date desc limit ${read}
      ) newest
      where original = 'refund' and amount is null`,
  )
  return countFailures(
    orders.flatMap(({ record, known }) => {
      const refused = openRefusedRefund(record, known)
      return refused ? [{ date: refused.date, order: record.id }] : []
    }),
  )
}
