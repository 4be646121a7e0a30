import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Line, TakenUnits } from '@/server/model/order/lines'
import type { OrderDraft, Payer, PaymentRecord } from '@/server/model/order/records'
import type { EventCreatable, EventItems } from '@/server/model/order/schemas'
import { account } from './account'
import { instant, merchantId, minorUnits } from './columns'

export const order = pgTable(
  'order',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    number: text(),
    currency: text().notNull(),
    amount: minorUnits().notNull(),
    accountId: text(),
    payment: jsonb().$type<PaymentRecord>().notNull(),
    /** The authorisation at the card service that captures and refunds refer to; null while it is unpaid. */
    serviceReference: text(),
    /** The lines and the state of each of their units; null for an order made with an amount. */
    lines: jsonb().$type<Line[]>(),
    ordered: minorUnits().notNull(),
    charged: minorUnits().notNull(),
    refunded: minorUnits().notNull(),
    cancelled: minorUnits().notNull(),
    pending: minorUnits().notNull(),
    denied: minorUnits().notNull(),
    callback: text(),
    /** The subscription that it bills, and the due date that it is for. */
    subscriptionId: text(),
    due: date({ mode: 'string' }),
    /** Of a payment that failed: on which day first, and on which day it is tried again. */
    failedOn: date({ mode: 'string' }),
    retryOn: date({ mode: 'string' }),
    created: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    // No foreign key to the merchant here and on the operation: every order would lock the merchant's one row.
    foreignKey({
      columns: [table.merchantId, table.accountId],
      foreignColumns: [account.merchantId, account.id],
    }),
    // The last line of defence for "a cent lost": whatever the code does, the parts are the whole.
    check(
      'order_adds_up',
      sql`${table.amount} = ${table.ordered} + ${table.charged} + ${table.refunded} + ${table.cancelled} + ${table.pending} + ${table.denied}
        and least(${table.ordered}, ${table.charged}, ${table.refunded}, ${table.cancelled}, ${table.pending}, ${table.denied}) >= 0`,
    ),
    // Whatever the billing run does: one order for each subscription and due date.
    uniqueIndex('order_due')
      .on(table.merchantId, table.accountId, table.subscriptionId, table.due)
      .where(sql`${table.subscriptionId} is not null`),
    index('order_retry').on(table.merchantId, table.retryOn).where(sql`${table.retryOn} is not null`),
    // What decides the status of an account.
    index('order_unpaid')
      .on(table.merchantId, table.accountId)
      .where(sql`${table.pending} > 0 or ${table.denied} > 0`),
    // Ascending, and read backwards by the lists, which are newest first.
    index('order_newest').on(table.merchantId, table.created, table.id),
    index('order_account').on(table.merchantId, table.accountId, table.created, table.id),
    index('order_number').on(table.merchantId, table.number, table.created, table.id),
    index('order_amount').on(table.merchantId, table.currency, table.amount),
    index('order_card').on(table.merchantId, sql`(payment ->> 'last4')`, table.created, table.id),
    // One for each state, holding only the orders that have an amount in it.
    ...(
      [table.ordered, table.charged, table.refunded, table.cancelled, table.pending, table.denied] as const
    ).map((state) =>
      index(`order_${state.name}`).on(table.merchantId, table.created, table.id).where(sql`${state} > 0`),
    ),
  ],
)

export type EventType = 'order' | 'charge' | 'cancel' | 'refund' | 'fail'

export const orderEvent = pgTable(
  'order_event',
  {
    merchantId: merchantId(),
    orderId: text().notNull(),
    /** 1, 2, 3 … within the order. */
    sequence: integer().notNull(),
    type: text().$type<EventType>().notNull(),
    date: instant().notNull(),
    items: jsonb().$type<EventItems>(),
    /** What moved, in minor units; null for a failure, where nothing did. */
    amount: minorUnits(),
    /** The order's, so that sums of what moved need no look at the orders. */
    currency: text().notNull(),
    /** The operation at the card service. */
    reference: uuid(),
    /** Of a failure: the type of the event that was asked for, and what the card service said. */
    original: text().$type<EventCreatable['type']>(),
    error: jsonb().$type<{ code: string; description: string }>(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.orderId, table.sequence] }),
    foreignKey({ columns: [table.merchantId, table.orderId], foreignColumns: [order.merchantId, order.id] }),
    uniqueIndex('order_event_reference').on(table.merchantId, table.reference),
    index('order_event_newest').on(table.merchantId, table.date, table.orderId, table.sequence),
    // The events that are few, by their type; and the orders of which anything was refused.
    index('order_event_rare')
      .on(table.merchantId, table.type, table.date, table.orderId, table.sequence)
      .where(sql`${table.type} not in ('order', 'charge')`),
    index('order_event_failure').on(table.merchantId, table.orderId).where(sql`${table.type} = 'fail'`),
    // Money by day: all that the sums need is in the index itself, and nothing but what they are of.
    index('order_event_money')
      .on(table.merchantId, table.date, table.type, table.currency, table.amount)
      .where(sql`${table.type} in ('charge', 'refund')`),
  ],
)

export type OperationKind = 'authorise' | 'charge' | 'cancel' | 'refund' | 'pay'

/**
 * Something asked of a card service. Written before it is asked and settled after, so that a process that dies
 * in between leaves a trace; while pending it reserves its amount. An order's row exists once it is authorised:
 * until then, and for good when it is declined, the order is the draft on its operation. The order of a
 * subscription is there before it is paid: `pay` authorises and captures all of it at once.
 */
export const operation = pgTable(
  'operation',
  {
    merchantId: merchantId(),
    id: uuid().notNull(),
    orderId: text().notNull(),
    kind: text().$type<OperationKind>().notNull(),
    status: text().$type<'pending' | 'done' | 'failed'>().notNull(),
    currency: text().notNull(),
    amount: minorUnits().notNull(),
    /** Whether an account pays, or else a card token: what a refusal is about. */
    byAccount: boolean().notNull(),
    /** The order that an authorisation makes. */
    draft: jsonb().$type<OrderDraft>(),
    /** The stored card that pays a subscription's order; null when the account has none. */
    payer: jsonb().$type<Payer>(),
    /** The event's items as the caller wrote them, and the units that they took. */
    items: jsonb().$type<EventItems>(),
    units: jsonb().$type<TakenUnits[]>(),
    /** The caller's request, so that the request repeated after a crash finds what it began. */
    origin: text(),
    serviceReference: text(),
    /** Why the card service refused. */
    code: text(),
    created: instant().notNull(),
    settled: instant(),
    /** How often the card service was asked, and when last, in real time whatever clock the merchant is on. */
    attempts: integer().notNull().default(1),
    attempted: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('operation_origin')
      .on(table.merchantId, table.origin)
      .where(sql`${table.origin} is not null`),
    index('operation_order').on(table.merchantId, table.orderId),
    // What the worker looks for, across merchants: small, for a settled operation leaves it.
    index('operation_pending').on(table.attempted).where(sql`${table.status} = 'pending'`),
    // Orders that were refused, which are no rows of the orders. The kinds and states of most operations are others.
    index('operation_refused')
      .on(table.merchantId, table.created)
      .where(sql`${table.status} = 'failed' and ${table.kind} = 'authorise'`),
  ],
)
