import { type SQL, sql } from 'drizzle-orm'
import { journalEntry, operation, order, settlementEntry } from '@/db/schema'

/** Movements at a card service that charges and refunds of an order explain. */
export const explainedKinds = sql.raw(`('charge', 'refund', 'failed refund')`)

/**
 * Selects what card services charged and refunded for orders beyond what the orders say, in minor units, signed as on
 * the balance. If an order has more than the service, nothing is unexplained: services report later. Operations that the
 * service has accepted count as completed, because it reports their movements from then on.
 *
 * @param orders selects `merchant_id` and `order_id`
 * @returns a selection of `merchant_id`, `order_id`, `account_id`, `currency`, `unexplained`, the date of the `latest`
 * movement, and how much of it is `booked` in how many parts (`booked_parts`)
 */
export const unexplained = (orders: SQL): SQL => sql`
  select selected.merchant_id, selected.order_id, account_id, in_kassa.currency, latest, booked, booked_parts,
    greatest(0, at_service.charged - in_kassa.charged) - greatest(0, at_service.refunded - in_kassa.refunded) as unexplained
  from (${orders}) as selected
  cross join lateral (
    select stated.account_id, stated.currency, stated.charged + stated.refunded + running.charged as charged,
      stated.refunded + running.refunded as refunded
    from ${order} stated
    cross join lateral (
      select coalesce(sum(amount) filter (where kind in ('pay', 'charge')), 0) as charged,
        coalesce(sum(amount) filter (where kind = 'refund'), 0) as refunded
      from ${operation} accepted
      where accepted.merchant_id = stated.merchant_id and accepted.order_id = stated.id and status = 'accepted'
    ) running
    where stated.merchant_id = selected.merchant_id and stated.id = selected.order_id
  ) in_kassa
  cross join lateral (
    select coalesce(sum(amount) filter (where kind = 'charge'), 0) as charged,
      coalesce(-sum(amount) filter (where kind <> 'charge'), 0) as refunded, max(date) as latest
    from ${settlementEntry} moved
    where moved.merchant_id = selected.merchant_id and moved.order_id = selected.order_id
      and moved.currency = in_kassa.currency and kind in ${explainedKinds}
  ) at_service
  cross join lateral (
    select coalesce(sum(amount), 0) as booked, count(*) as booked_parts
    from ${journalEntry} entry
    where entry.merchant_id = selected.merchant_id and entry.order_id = selected.order_id
      and kind = 'other' and starts_with(source, selected.order_id || ' ')
  ) booked_before`
