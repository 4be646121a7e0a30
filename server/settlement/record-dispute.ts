import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { insertMany } from '@/db/many'
import { callbackDelivery, dispute } from '@/db/schema'
import { callbacksOfOrder } from '../callback/write'
import { type Context, type InTransaction, inTransaction } from '../core/context'
import type { CallbackType } from '../model/callback'
import type { Dispute } from '../model/card/settlement'
import { toMajor } from '../model/money/money'
import type { OrderDispute } from '../model/order/dispute'
import { ordersByAuthorisation } from '../store/authorisations'
import type { OrderRow } from '../store/orders'
import { findOrder } from '../store/read-orders'
import { notifyTeam } from '../team/notify-team'
import { type DisputeRow, isOpen } from './disputes'

/**
 * Records a dispute as the card service describes it now, and notifies the team and the merchant's systems when it is
 * opened, won, lost or closed without a decision, when an inquiry becomes a dispute, or when an appeal opens it again.
 * If its order becomes known later, the order's systems are notified then. Recording the same state again changes
 * nothing, so it may be called any number of times.
 */
export async function recordDispute(context: Context, service: string, found: Dispute): Promise<void> {
  const { id, authorisation, isAppeal = false, ...facts } = found
  const orders = await ordersByAuthorisation(context, { service, references: [authorisation] })
  const order = orders.get(authorisation)
  const merchantId = context.merchant.id
  const orderId = order?.id ?? null
  const owned = { merchantId, service, id, authorisation, orderId }
  const row: DisputeRow = { ...facts, ...owned, decided: null, writtenOff: 0n }
  await inTransaction(context, async (inside) => {
    const [added] = await inside.db.insert(dispute).values(row).onConflictDoNothing().returning()
    const known = added ? undefined : await lockDispute(inside, row)
    const current = known ? renewed(known, row, { isAppeal, now: inside.clock.now() }) : row
    if (known && !isDeepStrictEqual(known, current)) await update(inside, current)
    const isLinked = known?.orderId === null && current.orderId !== null
    const wasInquiry = known?.isInquiry === true && !current.isInquiry
    const wasDecided = known !== undefined && decisionOf(known) !== undefined && isOpen(current)
    if (!known || isLinked || wasInquiry || wasDecided) {
      // If Kassa first knew a dispute as decided, it does not know when that was.
      const appealed = wasDecided ? (known.decided ?? known.opened) : null
      await notify(inside, current, { order, type: 'dispute.opened', wasInquiry, round: appealed })
    }
    const isNews = known?.state !== current.state || isLinked
    if (isNews && !isOpen(current))
      await notify(inside, current, { order, type: endOf(current), round: current.decided })
  })
}

const decisionOf = ({ state }: DisputeRow): DisputeNews | undefined =>
  state === 'won' ? 'dispute.won' : state === 'lost' ? 'dispute.lost' : undefined

const endOf = (row: DisputeRow): DisputeNews => decisionOf(row) ?? 'dispute.closed'

type DisputeNews = Extract<CallbackType, `dispute.${string}`>

/**
 * A known dispute as it is `now`. An inquiry can become a dispute, also after it was closed, but not the other way round.
 * Otherwise, once a dispute is closed, only a decision or an appeal changes it: any other state is older. An appeal can be
 * older too, but is open, so the next hourly run puts that right.
 */
function renewed(
  known: DisputeRow,
  row: DisputeRow,
  { isAppeal, now }: { isAppeal: boolean; now: Date },
): DisputeRow {
  const orderId = known.orderId ?? row.orderId
  const isNewer =
    known.isInquiry === row.isInquiry
      ? isOpen(known) || isAppeal || decisionOf(row) !== undefined
      : known.isInquiry
  if (!isNewer) return { ...known, orderId }
  const { state, due, amount, isInquiry } = row
  const isDecided = decisionOf(row) !== undefined && known.state !== state
  const decided = isDecided ? now : isOpen(row) ? null : known.decided
  return { ...known, orderId, state, due, amount, decided, isInquiry }
}

const isSame = ({ merchantId, service, id }: DisputeRow) =>
  and(eq(dispute.merchantId, merchantId), eq(dispute.service, service), eq(dispute.id, id))

async function lockDispute({ db }: InTransaction, row: DisputeRow): Promise<DisputeRow | undefined> {
  const [known] = await db.select().from(dispute).where(isSame(row)).for('update')
  return known
}

async function update({ db }: InTransaction, row: DisputeRow): Promise<void> {
  const { orderId, state, due, amount, isInquiry, decided } = row
  await db.update(dispute).set({ orderId, state, due, amount, isInquiry, decided }).where(isSame(row))
}

async function notify(
  context: InTransaction,
  row: DisputeRow,
  {
    order,
    type,
    wasInquiry = false,
    round,
  }: {
    order: OrderRow | undefined
    type: DisputeNews
    wasInquiry?: boolean
    /** When it was decided, now or before an appeal: each decision and each appeal is news once. */
    round: Date | null
  },
): Promise<void> {
  const { id, amount, currency, reason, due, isInquiry } = row
  const about = {
    order: order?.id ?? row.authorisation,
    ...(order?.number != null && { number: order.number }),
    amount: amount.toString(),
    currency,
  }
  const inquiry = isInquiry ? { isInquiry } : {}
  const notices = {
    'dispute.opened': {
      what: 'dispute opened',
      reason,
      ...(due && { due: due.toISOString() }),
      ...inquiry,
      ...(wasInquiry && { wasInquiry }),
    },
    'dispute.won': { what: 'dispute won' },
    'dispute.lost': { what: 'dispute lost' },
    'dispute.closed': { what: 'dispute closed', ...inquiry },
  } as const
  const notice = { ...about, ...notices[type] }
  const path = order ? `/orders/${order.id}` : '/payouts/disputes'
  const again = wasInquiry ? ' after inquiry' : round ? ` ${round.toISOString()}` : ''
  const once = `${type} ${row.service} ${id}${again}`
  await notifyTeam(context, { kind: 'dispute', notice, path, once })
  if (!order) return
  const record = await findOrder(context, order.id)
  if (!record) return
  const callback = { type, timestamp: context.clock.now(), dispute: disputeResponse(row) }
  await insertMany(context.db, callbackDelivery, callbacksOfOrder(context.merchant, record, callback))
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
