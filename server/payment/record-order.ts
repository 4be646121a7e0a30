import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '@/db/client'
import { coalesced } from '@/db/coalesce'
import { givenTable, insertionOf, jsonOf } from '@/db/many'
import { builtOnce } from '@/db/prepared'
import { order, orderEvent } from '@/db/schema'
import { addressesOf } from '../callback/write'
import { capabilitiesOf } from '../card/capabilities'
import { later, minutes } from '../core/clock'
import { type Context, inTransaction } from '../core/context'
import type { Authorised } from '../model/card/service'
import { chargeLimits } from '../model/order/limits'
import type { OrderLimits } from '../model/order/records'
import { noShares } from '../model/order/rules'
import { type OperationRow, placeOfAuthorisation } from '../store/operations'
import { columnsOfPayment } from '../store/order-payment'
import type { EventRow, OrderRecord, OrderRow } from '../store/orders'
import { sumAgainFrom } from '../store/summed-days'
import { notify } from './notify'
import { newEvent } from './record-events'

/** A day is summed an hour after it ends, so an order that is recorded within half an hour is always counted in its day. */
const lateAfter = minutes(30)

/** Creates the order of a completed authorisation. A second call changes nothing and returns the same order. */
export async function recordOrder(
  context: Context,
  { begun, authorised }: { begun: OperationRow; authorised: Authorised },
): Promise<{ event: EventRow; created: OrderRecord }> {
  const { merchantId, id, orderId, currency, amount, draft, created } = begun
  if (!draft) throw new Error(`Operation ${id} authorises an order without a draft`)
  const row: OrderRow = {
    merchantId,
    id: orderId,
    number: draft.number ?? null,
    currency,
    amount,
    accountId: draft.accountId ?? null,
    ...columnsOfPayment(draft.payment, merchantId),
    serviceReference: authorised.reference,
    authorisedUntil: authorised.until ?? null,
    expiryNotified: null,
    limits: await limitsOf(context, draft.payment.service, authorised, currency),
    lines: draft.lines,
    ...noShares(),
    ordered: amount,
    callback: draft.callback ?? null,
    metadata: draft.metadata ?? null,
    tags: null,
    subscriptionId: null,
    due: null,
    failedOn: null,
    retryOn: null,
    created,
  }
  const event = newEvent(begun, { type: 'order', sequence: 1, date: created })
  const settled = context.clock.now()
  const input = { row, event, settled }
  const isListenedTo = addressesOf(context.merchant, row.callback, 'order.created').length > 0
  const isLate = later(created, lateAfter) < settled
  // Without a callback to write, the statement is its own transaction.
  if (!isListenedTo && !isLate) await insertOrder(context.db, input)
  else {
    await inTransaction(context, async (inside) => {
      if (isLate) await sumAgainFrom(inside, created)
      const [isNew] = await insertOrders(inside.db, [input])
      if (isNew && isListenedTo) await notify(inside, [{ order: row, event }])
    })
  }
  return { event, created: { ...row, events: [event] } }
}

/** What the card service cannot do with an authorisation; null if it can do everything. */
export async function limitsOf(
  context: Context,
  service: string,
  { captures: ofAuthorisation }: Authorised,
  currency: string,
): Promise<OrderLimits | null> {
  const { captures, partialCancel, steps } = await capabilitiesOf(context, service)
  const charge = chargeLimits[ofAuthorisation ?? captures]
  const step = steps?.get(currency)
  if (charge === undefined && partialCancel && step === undefined) return null
  return {
    ...(charge && { charge }),
    ...(!partialCancel && { cancel: 'in full' }),
    ...(step !== undefined && { step: Number(step) }),
  }
}

interface NewOrder {
  row: OrderRow
  event: EventRow
  settled: Date
}

/**
 * Replaces operations by their orders with the first event in one statement, which takes one round trip and one commit.
 * An operation that a repeated request looks for is kept. Every new order passes through this. An order is inserted even
 * if another process recorded its authorisation as failed, because money is reserved. Returns which of the orders are
 * new: those whose operation was not done. If the same order is given twice, only the first is.
 */
async function insertOrders(db: Queryable, orders: readonly NewOrder[]): Promise<boolean[]> {
  const distinct = [...new Map(orders.map((each) => [each.row.id, each])).values()]
  const rows = distinct.map(({ row }) => row)
  const events = distinct.map(({ event }) => event)
  const completed = distinct.map(({ row, settled }) => ({
    merchantId: row.merchantId,
    orderId: row.id,
    place: placeOfAuthorisation,
    serviceReference: row.serviceReference,
    settled,
  }))
  const inserted = await db.execute<{ id: string }>(
    replacement({ completed: jsonOf(completed), rows: jsonOf(rows), events: jsonOf(events) }),
  )
  const isNew = new Set(inserted.map(({ id }) => id))
  return orders.map(({ row }) => isNew.delete(row.id))
}

/** Completes an operation together with those of other requests. */
const insertOrder = coalesced(insertOrders)

const replacement = builtOnce<'completed' | 'rows' | 'events'>(() => {
  const ofEnded = (table: PgTable, name: string, orderId: string) =>
    sql`(select given.* from ${givenTable(table, name)} given
      join ended on ended.merchant_id = given.merchant_id and ended.order_id = given.${sql.raw(orderId)}) given`
  return sql`
    with ended as (select * from replace_authorisations(${sql.placeholder('completed')}::json)),
    inserted as (${insertionOf(order, { from: ofEnded(order, 'rows', 'id') })})
    ${insertionOf(orderEvent, { from: ofEnded(orderEvent, 'events', 'order_id') })} returning order_id as id`
})
