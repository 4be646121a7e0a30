import { sql } from 'drizzle-orm'
import type { AccountStatus } from '@/db/schema'
import type { InTransaction } from '../core/context'
import { resumeSubscriptions } from './resume-subscriptions'

/**
 * Sets the status of accounts from their orders and cards: `suspended` with a payment that was given up, `pending`
 * with one that is being retried, otherwise `active` with a card and `created` without. An account that is no longer
 * suspended is billed again from its next dates on. The caller has locked the accounts.
 */
export async function refreshStatus(context: InTransaction, accountIds: readonly string[]): Promise<void> {
  const refreshed = await context.db.execute<{ id: string; was: AccountStatus; now: AccountStatus }>(sql`
    update account set status = case
        when unpaid.denied then 'suspended'
        when unpaid.pending then 'pending'
        when exists (select 1 from method m where m.merchant_id = before.merchant_id and m.account_id = before.id) then 'active'
        else 'created' end
    from account before left join lateral (
      select bool_or(o.denied > 0) as denied, bool_or(o.pending > 0) as pending
      from "order" o
      where o.merchant_id = before.merchant_id and o.account_id = before.id and (o.pending > 0 or o.denied > 0)
    ) unpaid on true
    where account.merchant_id = before.merchant_id and account.id = before.id
      and before.merchant_id = ${context.merchant.id} and before.id = any(${sql.param([...accountIds])}::text[])
    returning account.id, before.status as was, account.status as now`)
  const resumed = refreshed.filter(({ was, now }) => was === 'suspended' && now !== 'suspended')
  await resumeSubscriptions(
    context,
    resumed.map(({ id }) => id),
  )
}
