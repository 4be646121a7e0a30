import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Metadata } from '@/server/model/metadata'
import type { Items } from '@/server/model/order/schemas'
import type { PlannedChange } from '@/server/model/subscription/planned-change'
import type { RecordedChange } from '@/server/model/subscription/recorded-terms'
import type { ScheduleTerms } from '@/server/model/subscription/schedule'
import type { RequestedEnd } from '@/server/model/subscription/terms'
import { account } from './account'
import { instant, merchantId, minorUnits, oneOf } from './columns'

const day = () => date({ mode: 'string' })

export const subscription = pgTable(
  'subscription',
  {
    merchantId: merchantId(),
    accountId: text().notNull(),
    /** 4 letters, unique within the account. */
    id: text().notNull(),
    number: text(),
    items: jsonb().$type<Items>().notNull(),
    currency: text().notNull(),
    /** The amount of each due date. */
    amount: minorUnits().notNull(),
    schedule: jsonb().$type<ScheduleTerms>().notNull(),
    start: day().notNull(),
    /** The next date to bill; null if there is none. */
    due: day(),
    end: day(),
    /** The last date that was billed. */
    billed: day(),
    /** Whether its account is suspended, so that nothing is billed. Kept by triggers on both tables. */
    paused: boolean().notNull().default(false),
    callback: text(),
    /** The merchant's own keys and values; null if there are none. */
    metadata: jsonb().$type<Metadata>(),
    /** A change that takes effect later; null if there is none. */
    planned: jsonb().$type<PlannedChange>(),
    /** Who asked for the end, unless it is part of the terms. */
    ending: jsonb().$type<RequestedEnd>(),
    /** When it ended. The payer and the merchant were notified then, once. */
    ended: instant(),
    origin: text(),
    created: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.accountId, table.id] }),
    foreignKey({
      columns: [table.merchantId, table.accountId],
      foreignColumns: [account.merchantId, account.id],
    }),
    uniqueIndex('subscription_origin')
      .on(table.merchantId, table.origin)
      .where(sql`${table.origin} is not null`),
    // For the billing run: subscriptions that have reached their end, and are not notified yet.
    index('subscription_end')
      .on(table.merchantId, table.end)
      .where(sql`${table.end} is not null and ${table.ended} is null`),
    // With the rest of the key, so that the list of upcoming dates can use it page by page.
    index('subscription_due')
      .on(table.merchantId, table.due, table.accountId, table.id)
      .where(sql`${table.due} is not null`),
    // For the billing run. Dates of suspended accounts pass without being billed, and pile up.
    index('subscription_to_bill')
      .on(table.merchantId, table.due)
      .where(sql`${table.due} is not null and not ${table.paused}`),
    // For searches for its id, which is unique within its account.
    index('subscription_id').on(table.merchantId, table.id),
    // Lists read this index backwards (newest first).
    index('subscription_newest').on(table.merchantId, table.created, table.accountId, table.id),
    index('subscription_ended')
      .on(table.merchantId, table.created, table.accountId, table.id)
      .where(sql`${table.ended} is not null`),
    index('subscription_number_text')
      .using('gin', table.merchantId, sql`lower(${table.number}) gin_trgm_ops`)
      .where(sql`${table.number} is not null`),
    // Few subscriptions have metadata.
    index('subscription_metadata')
      .using('gin', table.merchantId, sql`lower(${table.metadata}::text) gin_trgm_ops`)
      .where(sql`${table.metadata} is not null`),
    // For the billing run: changes whose day has come.
    index('subscription_planned')
      .on(table.merchantId, sql`(${table.planned} ->> 'from')`)
      .where(sql`${table.planned} is not null`),
    index('subscription_number').on(table.merchantId, table.number).where(sql`${table.number} is not null`),
  ],
)

/** A change of a subscription's terms, regardless of who made it. Never changed, and kept as long as the subscription. */
export const subscriptionChange = pgTable(
  'subscription_change',
  {
    merchantId: merchantId(),
    accountId: text().notNull(),
    subscriptionId: text().notNull(),
    /** 1, 2, 3 … within the subscription. */
    sequence: integer().notNull(),
    /** By the merchant's clock. */
    date: instant().notNull(),
    /** Who made it, such as `user:…` or `private:…`; null for Kassa itself. */
    actor: text(),
    change: jsonb().$type<RecordedChange>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.accountId, table.subscriptionId, table.sequence] }),
    foreignKey({
      columns: [table.merchantId, table.accountId, table.subscriptionId],
      foreignColumns: [subscription.merchantId, subscription.accountId, subscription.id],
    }),
  ],
)

export const movementKinds = ['new', 'expansion', 'contraction', 'lost', 'recovered'] as const
export type RevenueMovementKind = (typeof movementKinds)[number]

/**
 * A change in the monthly revenue of a subscription. The sum of its movements is its monthly revenue now: 0 once it has
 * ended, and while its account is suspended. Written by triggers on `subscription` and `account`.
 */
export const subscriptionMovement = pgTable(
  'subscription_movement',
  {
    merchantId: merchantId(),
    accountId: text().notNull(),
    subscriptionId: text().notNull(),
    /** 1, 2, 3 … within the subscription. */
    sequence: integer().notNull(),
    /** By the merchant's clock. */
    date: instant().notNull(),
    kind: text({ enum: movementKinds }).notNull(),
    currency: text().notNull(),
    /** The difference per month in minor units, rounded to whole ones. */
    monthly: minorUnits().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.accountId, table.subscriptionId, table.sequence] }),
    oneOf('subscription_movement_kind', table.kind, movementKinds),
    index('subscription_movement_date').on(
      table.merchantId,
      table.date,
      table.currency,
      table.kind,
      table.monthly,
    ),
    // For counting customers: those who lost a subscription, and everything that the subscriptions of one did.
    index('subscription_movement_lost')
      .on(table.merchantId, table.date, table.currency, table.accountId)
      .where(sql`${table.kind} = 'lost'`),
    index('subscription_movement_customer').on(
      table.merchantId,
      table.accountId,
      table.currency,
      table.date,
      table.kind,
    ),
  ],
)
