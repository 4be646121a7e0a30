import { sql } from 'drizzle-orm'
import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { merchantId, minorUnits } from './columns'

/** What happened on one day in one currency. Written once, when the day is over. */
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
    ordered: minorUnits().notNull().default(sql`0`),
    /** How many charges and refunds there were, and their sums. */
    movements: integer().notNull(),
    charged: minorUnits().notNull(),
    refunded: minorUnits().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.day, table.currency] })],
)

/** Which days of a merchant have totals: all before `until`. */
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
