import * as z from 'zod'
import type { Context } from '../core/context'
import { cursorOf } from '../core/cursor'
import { type Page, pageBy } from '../core/page'
import { date } from '../model/fields'
import type { MethodRow } from '../store/accounts'
import { type AccountRow, methodsOf, requireAccount } from '../store/accounts'
import { ordersInFlight } from '../store/operations'
import type { OrderRecord } from '../store/orders'
import { orderRecordsById } from '../store/read-orders'
import { requireSubscription, type SubscriptionRef, type SubscriptionRow } from '../store/subscriptions'
import { datedOrders } from './orders'
import { type UnpaidOrder, unpaidOf } from './unpaid-orders'

/** A subscription with what determines how it continues. */
export interface SubscriptionDetail {
  row: SubscriptionRow
  account: AccountRow
  /** The card that pays. */
  card: MethodRow | undefined
  /** Its unpaid orders, oldest date first. `isRunning`: a payment of the order is running now. */
  unpaid: (UnpaidOrder & { isRunning: boolean })[]
}

/** Returns a subscription for its page. Throws `not-found`. */
export async function readSubscriptionDetail(
  context: Context,
  { accountId, id }: SubscriptionRef,
): Promise<SubscriptionDetail> {
  const account = await requireAccount(context, accountId)
  const [row, [card], owed] = await Promise.all([
    requireSubscription(context, { accountId, id }),
    methodsOf(context, accountId),
    unpaidOf(context, [accountId]),
  ])
  const own = owed.filter(({ subscriptionId }) => subscriptionId === id)
  const running = await ordersInFlight(
    context,
    own.map(({ orderId }) => orderId),
  )
  return {
    row,
    account,
    card,
    unpaid: own.map((each) => ({ ...each, isRunning: running.has(each.orderId) })),
  }
}

/** The due date alone is a position: each date has one order. */
const dueDates = cursorOf(z.tuple([date()]))

/** Returns the orders of a subscription, latest due date first. Throws `not-found`, `cursor.invalid`. */
export async function ordersOfSubscription(
  context: Context,
  { accountId, id, limit, after }: SubscriptionRef & { limit: number; after?: string | undefined },
): Promise<Page<OrderRecord>> {
  await requireAccount(context, accountId)
  await requireSubscription(context, { accountId, id })
  const rows = await datedOrders(context, {
    accountId,
    subscriptionId: id,
    before: after && dueDates.read(after)[0],
    limit: limit + 1,
  })
  const { rows: shown, ...next } = pageBy(rows, limit, ({ due }) => dueDates.write([due ?? '']))
  const records = await orderRecordsById(
    context,
    shown.map((row) => row.id),
  )
  const byId = new Map(records.map((record) => [record.id, record]))
  return { rows: shown.flatMap((row) => byId.get(row.id) ?? []), ...next }
}
