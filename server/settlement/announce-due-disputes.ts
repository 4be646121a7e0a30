import { and, eq, gt, lt, lte } from 'drizzle-orm'
import { dispute, merchant, order } from '@/db/schema'
import { days, later } from '../core/clock'
import { contextOf, inTransaction } from '../core/context'
import type { Runtime } from '../core/runtime'
import { notifyTeam } from '../team/notify-team'

/** How long before its deadline the team is reminded of a dispute without evidence. */
const notice = days(3)

/** A dispute whose deadline is close when it is opened needs no reminder on the same day. */
const fresh = days(1)

/** Reminds teams of disputes that need a response soon, once for each deadline. All times are real. */
export async function announceDueDisputes(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now()
  const rows = await runtime.db
    .select({ owner: merchant, dispute, number: order.number })
    .from(dispute)
    .innerJoin(merchant, eq(merchant.id, dispute.merchantId))
    .leftJoin(order, and(eq(order.merchantId, dispute.merchantId), eq(order.id, dispute.orderId)))
    .where(
      and(
        eq(dispute.state, 'needs response'),
        gt(dispute.due, now),
        lte(dispute.due, later(now, notice)),
        lt(dispute.opened, later(now, -fresh)),
      ),
    )
  for (const { owner, dispute: row, number } of rows) {
    const { service, id, orderId, authorisation, amount, currency, isInquiry } = row
    if (!row.due) continue
    const due = row.due.toISOString()
    const about = {
      ...{ order: orderId ?? authorisation, amount: amount.toString(), currency },
      ...(isInquiry && { isInquiry }),
    }
    await inTransaction(contextOf(runtime, owner), (inside) =>
      notifyTeam(inside, {
        kind: 'dispute',
        notice: { what: 'dispute due', due, ...about, ...(number !== null && { number }) },
        path: orderId === null ? '/payouts/disputes' : `/orders/${orderId}`,
        once: `dispute due ${service} ${id} ${due}`,
      }),
    )
  }
}
