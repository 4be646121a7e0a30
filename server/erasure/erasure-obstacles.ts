import { sql } from 'drizzle-orm'
import type { Scope } from '../core/context'
import type { ErasureObstacles } from '../model/erasure'
import { openStates } from '../settlement/disputes'
import { isUnpaid } from '../store/unpaid'
import type { Erased } from './erase-records'

/** Counts what still needs the personal data of an account or order. */
export async function erasureObstacles(
  { db }: Scope,
  { merchantId, accountId, ofItsOrders }: Erased,
): Promise<ErasureObstacles> {
  const ofOrders = sql`merchant_id = ${merchantId} and order_id ${ofItsOrders}`
  // The indexes of running operations have one status each. New orders exist only as the draft of their operation.
  const running = (status: 'pending' | 'accepted') => sql`
    (select count(*) from operation where merchant_id = ${merchantId} and status = ${sql.raw(`'${status}'`)}
      and (order_id ${ofItsOrders} or draft ->> 'accountId' = ${accountId}))`
  const [row] = await db.execute<Record<keyof ErasureObstacles, number>>(sql`
    select
      (select count(*) from subscription where merchant_id = ${merchantId} and account_id = ${accountId}
        and ended is null)::int as subscriptions,
      count(*) filter (where ordered > 0)::int as authorised,
      count(*) filter (where ${isUnpaid})::int as unpaid,
      (${running('pending')} + ${running('accepted')})::int as running,
      (select count(*) from unbooked where ${ofOrders})::int as unbooked,
      (select count(*) from dispute where ${ofOrders} and state = any(${sql.param([...openStates])}::text[]))::int as disputes
    from "order" where merchant_id = ${merchantId} and id ${ofItsOrders}`)
  if (!row) throw new Error('A statement that counts returned nothing')
  const { subscriptions, authorised, unpaid, running: operations, unbooked, disputes } = row
  return { subscriptions, authorised, unpaid, running: operations, unbooked, disputes }
}
