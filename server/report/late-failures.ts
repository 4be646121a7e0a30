import { sql } from 'drizzle-orm'
import type { Context } from '../core/context'
import { openLateFailures } from '../model/order/late-failures'
import { countFailures, failedOrders, failuresSince } from './failed-orders'

/**
 * Counts operations that failed after the card service had reported them as done or accepted, and that nobody has dealt
 * with yet.
 */
export async function lateFailuresOf(context: Context): Promise<ReturnType<typeof countFailures>> {
  const { merchant } = context
  const since = failuresSince(context)
  // Each is read from its own index: what was done, and what had only been accepted. Unpaid subscriptions are retried.
  const orders = await failedOrders(
    context,
    sql`
      select order_id, date from order_event
      where merchant_id = ${merchant.id} and date >= ${since} and type = 'fail' and amount is not null
      union all
      select failed.order_id, failed.date from order_event accepted
      join order_event failed on failed.merchant_id = accepted.merchant_id and failed.order_id = accepted.order_id
        and failed.reference = accepted.reference and failed.type = 'fail' and failed.amount is null
      join "order" o on o.merchant_id = failed.merchant_id and o.id = failed.order_id
      where accepted.merchant_id = ${merchant.id} and accepted.date >= ${since} and accepted.type = 'accept'
        and (o.due is null or failed.original <> 'charge')`,
  )
  return countFailures(
    orders.flatMap(({ record, known }) =>
      openLateFailures(record, known).map(({ date }) => ({ date, order: record.id })),
    ),
  )
}
