import { and, eq, inArray } from 'drizzle-orm'
import { insertMany } from '@/db/many'
import { callbackDelivery, dispute } from '@/db/schema'
import { callbacksOfDispute } from '../callback/write'
import { type Context, type InTransaction, inTransaction } from '../core/context'
import type { CallbackType } from '../model/callback'
import type { Dispute } from '../model/card/settlement'
import { toMajor } from '../model/money/money'
import type { OrderDispute } from '../model/order/dispute'
import { type OrderRow, ordersByAuthorisation, withEvents } from '../store/orders'
import { notifyTeam } from '../team/notify-team'
import { closedStates, type DisputeRow, openStates } from './disputes'

/**
 * Records a dispute as the card service describes it now, and notifies the team and the merchant's systems when it is
 * opened, won or lost. Recording the same state again changes nothing, so it may be called any number of times.
 */
export async function recordDispute(context: Context, service: string, found: Dispute): Promise<void> {
  const { id, authorisation, ...facts } = found
  const orders = await ordersByAuthorisation(context, { service, references: [authorisation] })
  const order = orders.get(authorisation)
  const merchantId = context.merchant.id
  const orderId = order?.id ?? null
  const row: DisputeRow = { ...facts, merchantId, service, id, authorisation, orderId, writtenOff: 0n }
  await inTransaction(context, async (inside) => {
    const [added] = await inside.db.insert(dispute).values(row).onConflictDoNothing().returning()
    if (added) await notify(inside, row, order, 'dispute.opened')
    const news = decisionOf(row)
    if (news === undefined) await refresh(inside, row)
    // The update finds nothing if the decision is already known.
    else if ((await decide(inside, row)) || added) await notify(inside, row, order, news)
  })
}

const decisionOf = ({ state }: DisputeRow): CallbackType | undefined =>
  state === 'won' ? 'dispute.won' : state === 'lost' ? 'dispute.lost' : undefined

const isSame = ({ merchantId, service, id }: DisputeRow) =>
  and(eq(dispute.merchantId, merchantId), eq(dispute.service, service), eq(dispute.id, id))

/** Stores an undecided state, unless a decision has been stored. */
async function refresh({ db }: InTransaction, row: DisputeRow): Promise<void> {
  const { state, due, amount, isInquiry } = row
  await db
    .update(dispute)
    .set({ state, due, amount, isInquiry })
    .where(and(isSame(row), inArray(dispute.state, openStates)))
}

/** Returns whether the decision is new. */
async function decide({ db }: InTransaction, row: DisputeRow): Promise<boolean> {
  const { state, due, amount, isInquiry } = row
  const others = closedStates.filter((decision) => decision !== state)
  const updated = await db
    .update(dispute)
    .set({ state, due, amount, isInquiry })
    .where(and(isSame(row), inArray(dispute.state, [...openStates, ...others])))
    .returning({ id: dispute.id })
  return updated.length > 0
}

async function notify(
  context: InTransaction,
  row: DisputeRow,
  order: OrderRow | undefined,
  type: CallbackType,
): Promise<void> {
  const { id, amount, currency, reason, due } = row
  const about = {
    order: order?.id ?? row.authorisation,
    ...(order?.number != null && { number: order.number }),
    amount: amount.toString(),
    currency,
  }
  const notice =
    type === 'dispute.opened'
      ? ({ ...about, what: 'dispute opened', reason, ...(due && { due: due.toISOString() }) } as const)
      : ({ ...about, what: type === 'dispute.won' ? 'dispute won' : 'dispute lost' } as const)
  const path = order ? `/orders/${order.id}` : '/payouts/disputes'
  await notifyTeam(context, { kind: 'dispute', notice, path, once: `${type} ${row.service} ${id}` })
  if (!order) return
  const [record] = await withEvents(context, [order])
  if (!record) return
  const callback = { type, timestamp: context.clock.now(), dispute: disputeResponse(row) }
  await insertMany(context.db, callbackDelivery, callbacksOfDispute(context.merchant, record, callback))
}

/** Returns a dispute as callbacks show it. */
const disputeResponse = (row: DisputeRow): OrderDispute => ({
  id: row.id,
  amount: toMajor(row),
  currency: row.currency,
  reason: row.reason,
  status: row.state,
  inquiry: row.isInquiry,
  opened: row.opened.toISOString(),
  ...(row.due && { due: row.due.toISOString() }),
})
