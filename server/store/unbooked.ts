import { sql } from 'drizzle-orm'

/**
 * The date of a movement's event. A postponed movement has another one in the queue. One that has the same is booked even if
 * the clock of this process is behind that of the one which recorded it.
 */
export const dateOfEvent = sql`
  select event.date from order_event event where event.merchant_id = unbooked.merchant_id
    and event.order_id = unbooked.order_id and event.sequence = unbooked.sequence`
