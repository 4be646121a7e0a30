import { type SQL, sql } from 'drizzle-orm'
import { days, later } from '../core/clock'
import type { Context } from '../core/context'
import { instantOf, milliseconds } from '../core/instants'
import { disputedOfOrders, isWithBank } from '../settlement/disputes'
import type { OrderRecord } from '../store/orders'
import { orderRecordsById } from '../store/read-orders'

/** Older failures remain on the pages of their orders. */
const shownFor = days(180)
/** Failures are rare. Of more orders with them, only the newest are looked at. */
const most = 500

/** Since when failures are counted. */
export const failuresSince = ({ clock }: Pick<Context, 'clock'>): string =>
  later(clock.now(), -shownFor).toISOString()

interface FailedOrder {
  record: OrderRecord
  /** What has been done about its failures outside its events: the latest note, and whether the bank has the money. */
  known: { noted: Date | undefined; isWithBank: boolean }
}

/**
 * Returns the orders with failures that are newer than their latest note. `failed` selects the `order_id` and the `date`
 * of failures.
 */
export async function failedOrders(context: Context, failed: SQL): Promise<FailedOrder[]> {
  const { db, merchant } = context
  const rows = await db.execute<{ id: string; noted: number | null }>(sql`
    with failed as (${failed}), failing as (
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
  return records.map((record) => ({
    record,
    known: { noted: noted.get(record.id), isWithBank: isWithBank(disputed.get(record.id)) },
  }))
}

/** Counts failures. `first`: the order of the oldest; undefined if there is none. */
export function countFailures(failures: readonly { date: Date; order: string }[]): {
  count: number
  first: string | undefined
} {
  const [oldest] = failures.toSorted((one, other) => one.date.getTime() - other.date.getTime())
  return { count: failures.length, first: oldest?.order }
}
