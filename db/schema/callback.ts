import { sql } from 'drizzle-orm'
import { bigint, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { CallbackType } from '@/server/model/callback'
import { instant, merchantId } from './columns'

/** A callback to one address, written in the transaction of what it tells. */
export const callbackDelivery = pgTable(
  'callback_delivery',
  {
    merchantId: merchantId(),
    /** `webhook-id`, the same at each attempt. */
    id: text().notNull(),
    url: text().notNull(),
    type: text().$type<CallbackType>().notNull(),
    /** What its order among others to the same address is kept for: a subscription, an order. */
    subject: text().notNull(),
    /** Grows with each delivery of a subject. */
    position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    orderId: text(),
    /** The body, exactly as it is signed and sent. */
    payload: text().notNull(),
    /** `failed`: given up. */
    status: text().$type<'waiting' | 'delivered' | 'failed'>().notNull(),
    attempts: integer().notNull().default(0),
    /** When it happened, by the merchant's clock. */
    created: instant().notNull(),
    /** In real time, whatever clock the merchant is on: since when it is tried, and when it is tried next. */
    queued: instant().notNull().defaultNow(),
    nextAttempt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    // What the worker looks for, address by address: small, for a settled delivery leaves it.
    index('callback_delivery_waiting')
      .on(table.merchantId, table.url, table.nextAttempt)
      .where(sql`${table.status} = 'waiting'`),
    // Whether an earlier one of the same subject is still to be tried for the first time.
    index('callback_delivery_untried')
      .on(table.merchantId, table.url, table.subject, table.position)
      .where(sql`${table.status} = 'waiting' and ${table.attempts} = 0`),
    // Ascending, and read backwards by lists, which are newest first.
    index('callback_delivery_newest').on(table.merchantId, table.created, table.id),
    // Few among very many, and looked for by themselves: to see what was given up, and to replay it.
    index('callback_delivery_failed')
      .on(table.merchantId, table.created, table.id)
      .where(sql`${table.status} = 'failed'`),
    index('callback_delivery_order').on(table.merchantId, table.orderId, table.created, table.id),
  ],
)

/** One try at a delivery, and what came of it. */
export const callbackAttempt = pgTable(
  'callback_attempt',
  {
    merchantId: merchantId(),
    deliveryId: text().notNull(),
    /** 1, 2, 3 … within the delivery. */
    number: integer().notNull(),
    /** In real time. */
    date: instant().notNull(),
    ms: integer().notNull(),
    /** What the receiver answered: its HTTP status, and the first kilobyte of its body. */
    status: integer(),
    answer: text(),
    /** Why there was no answer. */
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
