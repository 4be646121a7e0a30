import { sql } from 'drizzle-orm'
import { days, later } from '../core/clock'
import type { Context } from '../core/context'
import { instantOf, milliseconds } from '../core/walk'
import { openLateFailures } from '../model/order/late-failures'
import { disputedOfOrders, isWithBank } from '../settlement/disputes'
import { orderRecordsById } from '../store/read-orders'

/** Older ones remain on the pages of their orders. */
const shownFor = days(180)
/** Failures are rare. Of more orders with them, only the newest are looked at. */
const most = 500

/**
 * Counts operations that failed after the card service had reported them as done or accepted, and that nobody has dealt
 * with yet. `first`: the order of the oldest; undefined if there is none.
 */
export async function lateFailuresOf(
  context: Context,
): Promise<{ count: number; first: string | undefined }> {
  const { db, merchant, clock } = context
  const since = later(clock.now(), -shownFor).toISOString()
  // Each is read from its own index: what was done, and what had only been accepted. Unpaid subscriptions are retried.
  const rows = await db.execute<{ id: string; noted: number | null }>(sql`
    with failed as (
      select order_id, date from order_event
      where merchant_id = ${merchant.id} and date >= ${since} and type = 'fail' and amount is not null
      union all
      select failed.order_id, failed.date from order_event accepted
      join order_event failed on failed.merchant_id = accepted.merchant_id and failed.order_id = accepted.order_id
        and failed.reference = accepted.reference and failed.type = 'fail' and failed.amount is null
      join "order" o on o.merchant_id = failed.merchant_id and o.id = failed.order_id
      where accepted.merchant_id = ${merchant.id} and accepted.date >= ${since} and accepted.type = 'accept'
        and (o.due is null or failed.original <> 'charge')
    ), failing as (
      select order_id as id, max(date) as last, (select max(created) from note
        where merchant_id = ${merchant.id} and subject = 'order' and subject_id = failed.order_id) as noted
      from failed group by order_id
    )
    select id, ${milliseconds(sql`noted`)} as noted from failing
    where noted is null or noted < last order by last desc limit ${most}`)
  const noted = new Map(rows.map(({ id, noted }) => [id, noted === null ? undefined : instantOf(noted)]))
  const ids = [...noted.keys()]
  const [records, disputed] = await Promise.all([
    orderRecordsById(context, ids),
    disputedOfOrders(context, ids),
  ])
  const open = records.flatMap((record) => {
    const known = { noted: noted.get(record.id), isWithBank: isWithBank(disputed.get(record.id)) }
    return openLateFailures(record, known).map(({ date }) => ({ date, order: record.id }))
  })
  const [oldest] = open.toSorted((one, other) => one.date.getTime() - other.date.getTime())
  return { count: open.length, first: oldest?.order }
}
