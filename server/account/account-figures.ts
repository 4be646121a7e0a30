import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { operation, order } from '@/db/schema'
import type { Scope } from '../core/context'
import { requireAccount } from '../store/accounts'

const Figures = z.array(
  z.object({
    currency: z.string(),
    orders: z.coerce.number(),
    /** What the customer paid and was not refunded. */
    paid: z.coerce.bigint(),
    refunded: z.coerce.bigint(),
    refunds: z.coerce.number(),
    owed: z.coerce.bigint(),
    failures: z.coerce.number(),
  }),
)
export type AccountFigures = z.infer<typeof Figures>

/** Returns the sums of an account's orders by currency, the most used first. Throws `not-found`. */
export async function accountFigures(scope: Scope, id: string): Promise<AccountFigures> {
  const { db, merchant } = scope
  await requireAccount(scope, id)
  const rows = await db.execute(sql`
    select currency, count(*) as orders, sum(charged)::text as paid, sum(refunded)::text as refunded,
      count(*) filter (where refunded > 0) as refunds, sum(pending + denied)::text as owed,
      sum((select count(*) from ${operation} o where o.merchant_id = ${order.merchantId}
        and o.order_id = ${order.id} and o.status = 'failed'))::text as failures
    from ${order} where ${order.merchantId} = ${merchant.id} and ${order.accountId} = ${id}
    group by currency order by count(*) desc, currency`)
  return Figures.parse([...rows])
}
