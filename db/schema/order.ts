import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Client, Scheme } from '@/server/model/card/schemas'
import type { Metadata } from '@/server/model/metadata'
import type { Line, TakenUnits } from '@/server/model/order/lines'
import { eventReasons } from '@/server/model/order/reasons'
import type { OrderDraft, OrderLimits, Payer } from '@/server/model/order/records'
import type { EventItems } from '@/server/model/order/schemas'
import { account } from './account'
import { instant, merchantId, minorUnits, oneOf } from './columns'

export const order = pgTable(
  'order',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    number: text(),
    currency: text().notNull(),
    amount: minorUnits().notNull(),
    accountId: text(),
    /** The card service, and the reference of the payment that callers get. */
    service: text().notNull(),
    paymentReference: uuid().notNull(),
    /** The card that paid or will pay; null for the order of a subscription whose account has none. */
    scheme: text().$type<Scheme>(),
    iin: text(),
    last4: text(),
    expiryMonth: smallint(),
    expiryYear: smallint(),
    /** Its token, as `shortToken` writes it. */
    card: text(),
    /** The browser of a payer who paid with a one-time token. */
    client: jsonb().$type<Client>(),
    /** The authorisation at the card service, which captures and refunds refer to; null while the order is unpaid. */
    serviceReference: text(),
    /** When the authorisation expires; null if it does not, or nothing is left of it. */
    authorisedUntil: instant(),
    /** When the merchant was notified that it expires soon. */
    expiryNotified: instant(),
    /** What the card service cannot do with the authorisation; null if it can do everything. */
    limits: jsonb().$type<OrderLimits>(),
    /** The lines and the state of each of their units; null for an order created with an amount. */
    lines: json().$type<Line[]>(),
    ordered: minorUnits().notNull(),
    charged: minorUnits().notNull(),
    refunded: minorUnits().notNull(),
    cancelled: minorUnits().notNull(),
    pending: minorUnits().notNull(),
    denied: minorUnits().notNull(),
    /** Not used for an order of a subscription, which has the subscription's. */
    callback: text(),
    /** The merchant's own keys and values; null if there are none. */
    metadata: jsonb().$type<Metadata>(),
    /** Labels that the team put on it; null if there are none. */
    tags: text().array(),
    /** The subscription and the due date that the order bills. */
    subscriptionId: text(),
    due: date({ mode: 'string' }),
    /** For a failed payment: the day of the first failure, and the day of the next retry. */
    failedOn: date({ mode: 'string' }),
    retryOn: date({ mode: 'string' }),
    created: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    // No foreign key to the merchant, here and on the operation: every order would lock the merchant's row.
    foreignKey({
      columns: [table.merchantId, table.accountId],
      foreignColumns: [account.merchantId, account.id],
    }),
    // Last line of defence: PostgreSQL rejects a row whose parts do not add up to its amount.
    check(
      'order_adds_up',
      sql`${table.amount} = ${table.ordered} + ${table.charged} + ${table.refunded} + ${table.cancelled} + ${table.pending} + ${table.denied}
        and least(${table.ordered}, ${table.charged}, ${table.refunded}, ${table.cancelled}, ${table.pending}, ${table.denied}) >= 0`,
    ),
    // A second guarantee for the billing run: one order per subscription and due date.
    uniqueIndex('order_due')
      .on(table.merchantId, table.accountId, table.subscriptionId, table.due)
      .where(sql`${table.subscriptionId} is not null`),
    // Orders that are or were unpaid, for the lists of those states.
    index('order_unpaid_newest')
      .on(table.merchantId, table.created, table.id)
      .where(sql`${table.failedOn} is not null`),
    // For the worker, across merchants.
    index('order_authorised_until')
      .on(table.authorisedUntil)
      .where(sql`${table.authorisedUntil} is not null`),
    index('order_retry').on(table.merchantId, table.retryOn).where(sql`${table.retryOn} is not null`),
    // For the status of an account.
    index('order_unpaid')
      .on(table.merchantId, table.accountId)
      .where(sql`${table.pending} > 0 or ${table.denied} > 0`),
    // No index has the status or an amount that a charge or refund moves: PostgreSQL then updates an order in place,
    // without touching its indexes. Lists read this index backwards (newest first).
    index('order_newest').on(table.merchantId, table.created, table.id),
    index('order_account').on(table.merchantId, table.accountId, table.created),
    index('order_number').on(table.merchantId, table.number, table.created),
    // For searches for part of a number. Orders without a number are not in it.
    index('order_number_part')
      .using('gin', table.merchantId, sql`lower(${table.number}) gin_trgm_ops`)
      .where(sql`${table.number} is not null`),
    // Also lists sorted by amount. The id makes the order unambiguous.
    index('order_amount').on(table.merchantId, table.currency, table.amount, table.id),
    // For finding the order of a payment that a card service names. The simulated acquirer names none.
    index('order_authorisation')
      .on(table.merchantId, table.serviceReference)
      .where(sql`${table.service} <> 'test'`),
    // Few orders have metadata or tags.
    index('order_metadata')
      .using('gin', table.merchantId, sql`lower(${table.metadata}::text) gin_trgm_ops`)
      .where(sql`${table.metadata} is not null`),
    index('order_tags').using('gin', table.merchantId, table.tags).where(sql`${table.tags} is not null`),
    index('order_card').on(table.merchantId, table.last4, table.created),
  ],
)

const requestedTypes = ['charge', 'cancel', 'refund'] as const
const eventTypes = ['order', ...requestedTypes, 'accept', 'fail'] as const
export type EventType = (typeof eventTypes)[number]

export const orderEvent = pgTable(
  'order_event',
  {
    merchantId: merchantId(),
    orderId: text().notNull(),
    /** 1, 2, 3 … within the order. */
    sequence: integer().notNull(),
    type: text({ enum: eventTypes }).notNull(),
    date: instant().notNull(),
    items: jsonb().$type<EventItems>(),
    /**
     * The amount moved, in minor units; for `accept` the amount that will be moved. A failure has one if it reverses
     * what was recorded before.
     */
    amount: minorUnits(),
    /** The currency of the order, so that sums need not read the orders. */
    currency: text().notNull(),
    /** The operation at the card service. */
    reference: uuid(),
    /** For `accept` and `fail`: the type of the requested event. For a failure also the error of the card service. */
    original: text({ enum: requestedTypes }),
    reason: text({ enum: eventReasons }),
    /** Who requested it, as `nameOfActor` writes it; null if Kassa or the card service did it without a request. */
    actor: text(),
    error: jsonb().$type<{ code: string; description: string }>(),
    /**
     * True for a charge of an order whose payment had failed before, and for the failure that takes such a charge back.
     * False for the event with which a failed payment was given up: the failure of the last attempt, or the cancellation
     * while it was being retried. Otherwise null.
     */
    recovers: boolean(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.orderId, table.sequence] }),
    oneOf('order_event_type', table.type, eventTypes),
    oneOf('order_event_original', table.original, requestedTypes),
    oneOf('order_event_reason', table.reason, eventReasons),
    foreignKey({ columns: [table.merchantId, table.orderId], foreignColumns: [order.merchantId, order.id] }),
    index('order_event_newest').on(table.merchantId, table.date, table.orderId, table.sequence),
    // The rare types of events, and orders with a failure.
    index('order_event_rare')
      .on(table.merchantId, table.type, table.date, table.orderId, table.sequence)
      .where(sql`${table.type} not in ('order', 'charge')`),
    index('order_event_recovery')
      .on(table.merchantId, table.date, table.orderId, table.sequence)
      .where(sql`${table.recovers} is not null`),
    index('order_event_failure').on(table.merchantId, table.orderId).where(sql`${table.type} = 'fail'`),
    // What failed after it had been reported as done.
    index('order_event_taken_back')
      .on(table.merchantId, table.date)
      .where(sql`${table.type} = 'fail' and ${table.amount} is not null`),
    // Money per day: the index contains everything that the sums need, and only the events they count.
    index('order_event_money')
      .on(table.merchantId, table.date, table.type, table.currency, table.amount)
      .where(sql`${table.type} in ('charge', 'refund')`),
  ],
)

/** `accepted`: the card service has it, and its outcome follows later. It is looked up, and not sent again. */
const operationStatuses = ['pending', 'accepted', 'done', 'failed'] as const
const operationKinds = ['authorise', 'charge', 'cancel', 'refund', 'pay'] as const
export type OperationKind = (typeof operationKinds)[number]

/**
 * A request to a card service. Inserted before it is sent and completed afterwards, so it is not lost if the process
 * dies in between. While pending or accepted it reserves its amount.
 *
 * An order row exists only after authorisation, and replaces its operation. Until then, and permanently after a decline,
 * the operation holds it as a draft. Orders of subscriptions exist before their payment: `pay` authorises and captures
 * them in one step.
 */
export const operation = pgTable(
  'operation',
  {
    merchantId: merchantId(),
    orderId: text().notNull(),
    /**
     * 1, 2, 3 … within the order. Two requests cannot take the same place, so each is planned in view of all earlier
     * ones.
     */
    place: integer().notNull(),
    id: uuid().notNull(),
    kind: text({ enum: operationKinds }).notNull(),
    status: text({ enum: operationStatuses }).notNull(),
    currency: text().notNull(),
    amount: minorUnits().notNull(),
    /** Whether an account pays, not a card token. A refusal names one or the other. */
    byAccount: boolean().notNull(),
    /** The order that an authorisation creates, until it exists. */
    draft: json().$type<OrderDraft>(),
    /** The stored card that pays a subscription's order; null if the account has none. */
    payer: jsonb().$type<Payer>(),
    /** The event's items as the caller wrote them, and the units that they select. */
    items: jsonb().$type<EventItems>(),
    units: jsonb().$type<TakenUnits[]>(),
    /** The caller's request, so that the request repeated after a crash finds what it began. */
    origin: text(),
    reason: text({ enum: eventReasons }),
    /** Who requested it, as on the event. */
    actor: text(),
    serviceReference: text(),
    /** Why the card service refused. */
    code: text(),
    created: instant().notNull(),
    /** When it was first sent, in real time. Card services count from then how long they remember its id. */
    firstSent: instant().notNull().defaultNow(),
    settled: instant(),
    /** The number of attempts, and the time of the last one, in real time whatever the merchant's clock shows. */
    attempts: integer().notNull().default(1),
    attempted: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.orderId, table.place] }),
    oneOf('operation_kind', table.kind, operationKinds),
    oneOf('operation_status', table.status, operationStatuses),
    oneOf('operation_reason', table.reason, eventReasons),
    uniqueIndex('operation_origin')
      .on(table.merchantId, table.origin)
      .where(sql`${table.origin} is not null`),
    // For the worker, in which merchants take turns. Small: completed operations are not in them.
    index('operation_pending').on(table.merchantId, table.attempted).where(sql`${table.status} = 'pending'`),
    index('operation_accepted')
      .on(table.merchantId, table.attempted)
      .where(sql`${table.status} = 'accepted'`),
    // Refused orders, which have no order row. Few operations are in it.
    index('operation_refused')
      .on(table.merchantId, table.created)
      .where(sql`${table.status} = 'failed' and ${table.kind} = 'authorise'`),
    // For the list of failed attempts, newest first.
    index('operation_failed')
      .on(table.merchantId, table.created, table.id)
      .where(sql`${table.status} = 'failed'`),
  ],
)
