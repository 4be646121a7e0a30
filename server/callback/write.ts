import { insertMany } from '@/db/many'
import type { Merchant } from '@/db/schema'
import { callbackDelivery } from '@/db/schema'
import type { TimedScope } from '../core/context'
import { newId } from '../core/id'
import type { Callback, CallbackType } from '../model/callback'
import type { OrderDispute } from '../model/order/dispute'
import { orderResponse } from '../store/order-response'
import type { EventRow, OrderRecord } from '../store/orders'
import { subscriptionResponse } from '../store/subscription-response'
import type { SubscriptionRow } from '../store/subscriptions'

type NewDelivery = typeof callbackDelivery.$inferInsert
export type DeliveryRow = typeof callbackDelivery.$inferSelect

const typeOfEvent: Record<EventRow['type'], CallbackType> = {
  order: 'order.created',
  charge: 'order.charged',
  cancel: 'order.cancelled',
  refund: 'order.refunded',
  accept: 'order.accepted',
  fail: 'order.failed',
}

/** Returns the type of the callbacks for an event. */
export const callbackTypeOf = ({ type }: Pick<EventRow, 'type'>): CallbackType => typeOfEvent[type]

/**
 * Returns the addresses to notify: the merchant's that get this type, and the order's or subscription's own, which gets
 * all.
 */
export const addressesOf = (
  { callbacks, callbackTypes }: Pick<Merchant, 'callbacks' | 'callbackTypes'>,
  callback: string | null,
  type: CallbackType,
): string[] => [
  ...new Set([
    ...(callback === null ? [] : [callback]),
    ...callbacks.filter((url) => callbackTypes[url]?.includes(type) ?? true),
  ]),
]

/** Returns the callbacks for what happened to an order, to be inserted in the transaction that records it. */
export function callbacksOfOrder(
  merchant: Merchant,
  order: OrderRecord,
  { type, timestamp, ...more }: { type: CallbackType; timestamp: Date; dispute?: OrderDispute },
): NewDelivery[] {
  const urls = addressesOf(merchant, order.callback, type)
  if (urls.length === 0) return []
  const { id, accountId, subscriptionId } = order
  const subject = subscriptionId === null ? id : subjectOf(accountId ?? '', subscriptionId)
  const body = { type, timestamp, data: { order: orderResponse(order), ...more } }
  return deliveries(merchant, urls, body, { subject, orderId: id })
}

/** Writes the callbacks for subscriptions with the same news. */
export const notifyOfSubscriptions = (
  { db, merchant, clock }: TimedScope,
  type: Extract<CallbackType, `subscription.${string}`>,
  rows: readonly SubscriptionRow[],
): Promise<void> =>
  insertMany(
    db,
    callbackDelivery,
    rows.flatMap((row) => {
      const subscription = { ...subscriptionResponse(row), account: row.accountId }
      const body = { type, timestamp: clock.now(), data: { subscription } } as const
      return deliveries(merchant, addressesOf(merchant, row.callback, body.type), body, {
        subject: subjectOf(row.accountId, row.id),
        orderId: null,
      })
    }),
  )

/** Writes a callback without an event, to test whether it arrives. */
export function writeTestCallback({ db, merchant, clock }: TimedScope, url: string): Promise<DeliveryRow[]> {
  const body = { type: 'test', timestamp: clock.now(), data: {} } as const
  const rows = deliveries(merchant, [url], body, { subject: 'test', orderId: null })
  return db.insert(callbackDelivery).values(rows).returning()
}

/** Events of a subscription and its orders are delivered in the order in which they happened. */
const subjectOf = (accountId: string, subscriptionId: string) => `${accountId}/${subscriptionId}`

function deliveries(
  merchant: Merchant,
  urls: readonly string[],
  body: Omit<Callback, 'timestamp'> & { timestamp: Date },
  about: Pick<NewDelivery, 'subject' | 'orderId'>,
): NewDelivery[] {
  // Stored as text, so the bytes that are signed are the bytes that are sent.
  const payload = JSON.stringify({ ...body, timestamp: body.timestamp.toISOString() })
  return urls.map((url) => ({
    ...about,
    merchantId: merchant.id,
    id: newId(),
    url,
    type: body.type,
    payload,
    status: 'waiting',
    created: body.timestamp,
  }))
}
