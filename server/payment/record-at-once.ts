import { type SQL, sql } from 'drizzle-orm'
import { coalesced } from '@/db/coalesce'
import { isOfOneRow } from '@/db/errors'
import { columnsToGive, insertionOf, snakeCased } from '@/db/many'
import { builtOnce, unplanned } from '@/db/prepared'
import { callbackDelivery, mail, orderEvent } from '@/db/schema'
import { addressesOf, callbacksOfOrder, callbackTypeOf } from '../callback/write'
import type { Context } from '../core/context'
import { movedBefore } from '../document/vat-rate'
import { mailRows } from '../mail/write-mails'
import { callbackAddresses } from '../store/order-callbacks'
import type { OrderSnapshot } from '../store/order-snapshot'
import { inOrderTurn } from '../store/order-turn'
import { type EventRow, eventsOf, type OrderRow, sharesOf } from '../store/orders'
import { type Decided, eventOf, isOfAttempt, operationAfter, orderAfterEvent } from './after-decision'
import { mailOf } from './payment-mail'

/**
 * Records the decision on a charge, cancellation or refund in one statement, together with those of other requests. It
 * takes no lock that anyone waits for: everything is computed from `snapshot`, and written only if the order has had no
 * other event since. Returns the event; undefined if nothing was written and the decision must be recorded with locks,
 * because the order has changed, is locked, or its operation was completed by someone else.
 */
export async function recordAtOnce(
  context: Context,
  decision: Decided,
  snapshot: OrderSnapshot,
): Promise<EventRow | undefined> {
  const { db, merchant, clock } = context
  const { lastSequence, recipient } = snapshot
  const before = snapshot.order
  const after = orderAfterEvent(before, decision)
  const addressOf = await callbackAddresses(context, [after])
  const order = { ...after, callback: addressOf(after) }
  const event = eventOf(decision, { sequence: lastSequence + 1, date: clock.now(), before, after: order })
  const { units } = decision.operation
  const moved = recipient && (await movedBefore(context, [{ order, event }])).get(order.id)
  const written = recipient && mailOf(order, event, { merchant, before: moved, recipient, units })
  // Mails to unconfirmed accounts are limited.
  if (written && !snapshot.isConfirmed) return undefined
  const type = callbackTypeOf(event)
  const isListenedTo = addressesOf(merchant, order.callback, type).length > 0
  const earlier = isListenedTo ? await eventsOf(context, [order.id]) : []
  const recorded: Recorded = {
    decision,
    order,
    event,
    settled: clock.now(),
    mails: written ? mailRows(context, [written]) : [],
    callbacks: isListenedTo
      ? callbacksOfOrder(merchant, { ...order, events: [...earlier, event] }, { type, timestamp: event.date })
      : [],
  }
  try {
    const isRecorded = await inOrderTurn(context, order.id, () => record(db, recorded))
    return isRecorded ? event : undefined
  } catch (error) {
    // Another process has just recorded an event of the order. PostgreSQL has rolled everything back.
    if (isOfOneRow(error)) return undefined
    throw error
  }
}

interface Recorded {
  decision: Decided
  order: OrderRow
  event: EventRow
  settled: Date
  mails: (typeof mail.$inferInsert)[]
  callbacks: (typeof callbackDelivery.$inferInsert)[]
}

/** Returns which of the decisions were recorded. */
const record = coalesced<Recorded, boolean>(async (db, all) => {
  const given = all.map(({ decision, order, event, settled, mails, callbacks }) => ({
    operation: snakeCased(operationAfter(decision, settled)),
    of_attempt: isOfAttempt(decision),
    order: snakeCased({ merchantId: order.merchantId, id: order.id, ...sharesOf(order), lines: order.lines }),
    event: snakeCased(event),
    mails: mails.map(snakeCased),
    callbacks: callbacks.map(snakeCased),
  }))
  const hasMails = all.some(({ mails }) => mails.length > 0)
  const hasCallbacks = all.some(({ callbacks }) => callbacks.length > 0)
  const statement = recordings[hasMails ? 'mails' : 'noMails'][hasCallbacks ? 'callbacks' : 'noCallbacks']
  const inserted = await db.execute<{ id: string }>(statement({ given: JSON.stringify(given) }))
  const isRecorded = new Set(inserted.map(({ id }) => id))
  return all.map(({ event: { reference } }) => reference !== null && isRecorded.has(reference))
})

/** What a statement writes besides the event. Leaving out what is empty saves time. */
const mailed = sql`, mailed as (${insertionOf(mail, {
  columns: columnsToGive(mail),
  skipKnown: true,
  from: sql`recorded, json_populate_recordset(null::mail, recorded.mails) given`,
})})`
const called = sql`, called as (${insertionOf(callbackDelivery, {
  columns: columnsToGive(callbackDelivery),
  from: sql`recorded, json_populate_recordset(null::callback_delivery, recorded.callbacks) given`,
})})`

const recording = (also: SQL) =>
  builtOnce<'given'>(
    () => sql`
    with given as materialized (
      select json_populate_record(null::operation, operation) as operation, of_attempt,
        json_populate_record(null::"order", "order") as "order",
        json_populate_record(null::order_event, event) as event, mails, callbacks
      from json_to_recordset(${sql.placeholder('given')}::json)
        as each (operation json, of_attempt boolean, "order" json, event json, mails json, callbacks json)
    ),
    held as (
      select present.* from given, lateral (
        select merchant_id, id from "order"
        where "order".merchant_id = (given."order").merchant_id and "order".id = (given."order").id
          and (given.event).sequence = 1 + (select max(sequence) from order_event
            where order_event.merchant_id = "order".merchant_id and order_event.order_id = "order".id)
        for no key update skip locked
      ) present
    ),
    ended as (
      update operation present
      set status = (given.operation).status, service_reference = (given.operation).service_reference,
        code = (given.operation).code, origin = (given.operation).origin, settled = (given.operation).settled
      from given join held on held.merchant_id = (given.operation).merchant_id and held.id = (given.operation).order_id
      where present.merchant_id = held.merchant_id and present.order_id = held.id
        and present.place = (given.operation).place and present.status = ${unplanned('pending')}
        and (not given.of_attempt or present.attempts = (given.operation).attempts)
      returning present.id
    ),
    recorded as materialized (select given.* from given join ended on ended.id = (given.operation).id),
    changed as (
      update "order" present
      set ordered = (recorded."order").ordered, charged = (recorded."order").charged,
        refunded = (recorded."order").refunded, cancelled = (recorded."order").cancelled,
        lines = (recorded."order").lines,
        authorised_until = case when (recorded."order").ordered > 0 then present.authorised_until end
      from recorded
      where present.merchant_id = (recorded."order").merchant_id and present.id = (recorded."order").id
    )
    ${also}
    ${insertionOf(orderEvent, { from: sql`(select (recorded.event).* from recorded) given` })} returning reference as id`,
  )

const recordings = {
  mails: { callbacks: recording(sql`${mailed}${called}`), noCallbacks: recording(mailed) },
  noMails: { callbacks: recording(called), noCallbacks: recording(sql``) },
}
