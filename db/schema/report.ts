import { sql } from 'drizzle-orm'
import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { merchantId, oneOf, sumOfMinorUnits } from './columns'
import { movementKinds } from './subscription'

/** What happened on one day in one currency. Written when the day is over. */
export const dailyTotal = pgTable(
  'daily_total',
  {
    merchantId: merchantId(),
    /** A day in the time zone of the merchant's `dailyTotalState`. */
    day: date({ mode: 'string' }).notNull(),
    currency: text().notNull(),
    /** How many orders were created. */
    orders: integer().notNull(),
    /** The sum of their amounts. */
    ordered: sumOfMinorUnits().notNull().default(sql`0`),
    /** How many charges there were and their sum; one that later failed counts again, as a negative amount. */
    charges: integer().notNull(),
    charged: sumOfMinorUnits().notNull(),
    /** The same of refunds. */
    refunds: integer().notNull(),
    refunded: sumOfMinorUnits().notNull(),
    /** How many fees of card services there were, and their sum. */
    feeCount: integer().notNull(),
    fees: sumOfMinorUnits().notNull(),
    /** How many more customers had subscriptions at the end of the day than at its beginning. */
    customers: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.day, table.currency] })],
)

/** How monthly recurring revenue moved on one day in one currency, by kind of movement. */
export const dailyRecurring = pgTable(
  'daily_recurring',
  {
    merchantId: merchantId(),
    day: date({ mode: 'string' }).notNull(),
    currency: text().notNull(),
    kind: text({ enum: movementKinds }).notNull(),
    /** The sum of the movements, and how many there were. */
    monthly: sumOfMinorUnits().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.day, table.currency, table.kind] }),
    oneOf('daily_recurring_kind', table.kind, movementKinds),
  ],
)

/** Which days of a merchant have totals: all before `until`. Totals of later days are outdated. */
export const dailyTotalState = pgTable(
  'daily_total_state',
  {
    merchantId: merchantId(),
    /** The totals are for days in this time zone, and are unusable once the merchant's time zone changes. */
    timeZone: text().notNull(),
    until: date({ mode: 'string' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId] })],
)
