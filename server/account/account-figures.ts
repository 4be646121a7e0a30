import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { order, orderEvent } from '@/db/schema'
import type { MerchantScope } from '../core/context'
import type { CountedAmount } from '../model/money/money'
import { totalAttempts } from '../order/list-attempts'
import type { ListTotals } from '../order/total-orders'
import { aboutAccount, totalLostToDisputes } from '../settlement/disputes'
import { requireAccount } from '../store/accounts'

const Sums = z.array(
  z.object({
    currency: z.string(),
    orders: z.coerce.number(),
    /** What the customer paid and was not refunded. */
    paid: z.coerce.bigint(),
    refunded: z.coerce.bigint(),
    refunds: z.coerce.number(),
    owed: z.coerce.bigint(),
  }),
)

/** What an account's orders add up to. */
export interface AccountFigures {
  /** By currency, the most used first. */
  sums: z.infer<typeof Sums>
  /** Failed attempts, also of orders that were refused, counted like their list. */
  failures: Pick<ListTotals, 'count' | 'isMore'>
  /** What the customer's bank took back for good, which `paid` includes, by currency. */
  lostToDisputes: CountedAmount[]
}

/** Returns the sums of an account's orders, and how many attempts failed. Throws `not-found`. */
export async function accountFigures(scope: MerchantScope, id: string): Promise<AccountFigures> {
  await requireAccount(scope, id)
  const [sums, { count, isMore }, lostToDisputes] = await Promise.all([
    sumsOf(scope, id),
    totalAttempts(scope, { account: id }),
    totalLostToDisputes(scope, aboutAccount(id)),
  ])
  return { sums, failures: { count, isMore }, lostToDisputes }
}

/** A refund that failed after it had been recorded. */
const isFailedRefund = sql`e.type = 'fail' and e.original = 'refund' and e.amount is not null`

async function sumsOf({ db, merchant }: MerchantScope, id: string) {
  const rows = await db.execute(sql`
    select currency, count(*) as orders, sum(charged)::text as paid, sum(refunded)::text as refunded,
      sum((select count(*) filter (where e.type = 'refund') - count(*) filter (where ${isFailedRefund}) from ${orderEvent} e
        where e.merchant_id = ${order.merchantId} and e.order_id = ${order.id}))::text as refunds, sum(pending + denied)::text as owed
    from ${order} where ${order.merchantId} = ${merchant.id} and ${order.accountId} = ${id}
    group by currency order by count(*) desc, currency`)
  return Sums.parse([...rows])
}
