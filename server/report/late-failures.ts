import { sql } from 'drizzle-orm'
import { days, later } from '../core/clock'
import type { Context } from '../core/context'
import { instantOf, milliseconds } from '../core/walk'
import { openLateFailures } from '../model/order/late-failures'
import { orderRecordsById } from '../store/orders'

/** Older ones remain on the pages of their orders. */
const shownFor = days(180)
/** Failures are rare. With more of them, the rest comes up once these are dealt with. */
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
    select failed.order_id as id, (select ${milliseconds(sql`max(created)`)} from note
      where merchant_id = ${merchant.id} and subject = 'order' and subject_id = failed.order_id) as noted
    from (
      select order_id, date from order_event
      where merchant_id = ${merchant.id} and date >= ${since} and type = 'fail' and amount is not null
      union all
      select failed.order_id, failed.date from order_event accepted
      join order_event failed on failed.merchant_id = accepted.merchant_id and failed.order_id = accepted.order_id
        and failed.reference = accepted.reference and failed.type = 'fail' and failed.amount is null
      join "order" o on o.merchant_id = failed.merchant_id and o.id = failed.order_id
      where accepted.merchant_id = ${merchant.id} and accepted.date >= ${since} and accepted.type = 'accept'
        and (o.due is null or failed.original <> 'charge')
    ) failed group by failed.order_id order by max(failed.date) desc limit ${most}`)
  const noted = new Map(rows.map(({ id, noted }) => [id, noted === null ? undefined : instantOf(noted)]))
  const records = await orderRecordsById(context, [...noted.keys()])
  const open = records.flatMap((record) =>
    openLateFailures(record, noted.get(record.id)).map(({ date }) => ({ date, order: record.id })),
  )
  const [oldest] = open.toSorted((one, other) => one.date.getTime() - other.date.getTime())
  return { count: open.length, first: oldest?.order }
}
