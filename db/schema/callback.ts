import { sql } from 'drizzle-orm'
import { bigint, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { CallbackType } from '@/server/model/callback'
import { instant, merchantId, oneOf } from './columns'

const statuses = ['waiting', 'delivered', 'failed'] as const

/** A callback to one address, inserted in the transaction of its event. */
export const callbackDelivery = pgTable(
  'callback_delivery',
  {
    merchantId: merchantId(),
    /** `webhook-id`, the same for every attempt. */
    id: text().notNull(),
    url: text().notNull(),
    type: text().$type<CallbackType>().notNull(),
    /** Callbacks with the same subject and address are delivered in order. A subject is a subscription or an order. */
    subject: text().notNull(),
    /** Increases with each delivery of a subject. */
    position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    orderId: text(),
    /** The body, exactly as it is signed and sent. */
    payload: text().notNull(),
    /** `failed`: will not be retried. */
    status: text({ enum: statuses }).notNull(),
    attempts: integer().notNull().default(0),
    /** When the event happened, by the merchant's clock. */
    created: instant().notNull(),
    /** In real time, whatever the merchant's clock shows: the start of the attempts, and the next attempt. */
    queued: instant().notNull().defaultNow(),
    nextAttempt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    oneOf('callback_delivery_status', table.status, statuses),
    // For the worker, by address. Small: finished deliveries are not in it.
    index('callback_delivery_waiting')
      .on(table.merchantId, table.url, table.nextAttempt)
      .where(sql`${table.status} = 'waiting'`),
    // For checking whether an earlier delivery of the same subject still waits for its first attempt.
    index('callback_delivery_untried')
      .on(table.merchantId, table.url, table.subject, table.position)
      .where(sql`${table.status} = 'waiting' and ${table.attempts} = 0`),
    // Lists read this index backwards (newest first).
    index('callback_delivery_newest').on(table.merchantId, table.created, table.id),
    // There are few failures among many callbacks, and users look for them and resend them.
    index('callback_delivery_failed')
      .on(table.merchantId, table.created, table.id)
      .where(sql`${table.status} = 'failed'`),
    // Deliveries that will be retried. One that arrives at the first attempt is never in it.
    index('callback_delivery_failing')
      .on(table.merchantId, table.created, table.id)
      .where(sql`${table.status} = 'waiting' and ${table.attempts} > 0`),
    index('callback_delivery_order').on(table.merchantId, table.orderId, table.created, table.id),
    // For those that are about no order, such as the end of a subscription. There are few.
    index('callback_delivery_other').on(table.merchantId, table.subject).where(sql`${table.orderId} is null`),
  ],
)

/** One attempt at a delivery, and its result. */
export const callbackAttempt = pgTable(
  'callback_attempt',
  {
    merchantId: merchantId(),
    deliveryId: text().notNull(),
    /** 1, 2, 3 … within a delivery. */
    number: integer().notNull(),
    /** In real time. */
    date: instant().notNull(),
    ms: integer().notNull(),
    /** The receiver's response: its HTTP status, and the first kilobyte of its body. */
    status: integer(),
    responseBody: text('answer'),
    /** Why there was no response. */
    error: text(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.deliveryId, table.number] }),
    foreignKey({
      columns: [table.merchantId, table.deliveryId],
      foreignColumns: [callbackDelivery.merchantId, callbackDelivery.id],
    }),
  ],
)

/** An address at which every attempt has failed since `since`. Deleted once it works again and the team knows. */
export const callbackOutage = pgTable(
  'callback_outage',
  {
    merchantId: merchantId(),
    url: text().notNull(),
    /** In real time, like the others. */
    since: instant().notNull(),
    latest: instant().notNull(),
    /** The result of the latest attempt: an HTTP status, or why there was no response. */
    status: integer(),
    error: text(),
    /** When the team was notified of the outage. */
    notified: instant(),
    /** When the address worked again, until the team is notified of that. */
    ended: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.url] }),
    // For the worker, across merchants: what teams have not been notified of.
    index('callback_outage_news')
      .on(table.since)
      .where(sql`${table.notified} is null or ${table.ended} is not null`),
  ],
)
