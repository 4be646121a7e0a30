import { sql } from 'drizzle-orm'
import { date, foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Items } from '@/server/model/order/schemas'
import type { ScheduleTerms } from '@/server/model/subscription/schedule'
import { account } from './account'
import { instant, merchantId, minorUnits } from './columns'

const day = () => date({ mode: 'string' })

export const subscription = pgTable(
  'subscription',
  {
    merchantId: merchantId(),
    accountId: text().notNull(),
    /** 4 letters, unique in the account. */
    id: text().notNull(),
    number: text(),
    items: jsonb().$type<Items>().notNull(),
    currency: text().notNull(),
    /** What each due date costs. */
    amount: minorUnits().notNull(),
    schedule: jsonb().$type<ScheduleTerms>().notNull(),
    start: day().notNull(),
    /** The next date to bill; null when nothing more is to come. */
    due: day(),
    end: day(),
    /** The last date that was billed. */
    billed: day(),
    callback: text(),
    /** When it ended, which is told once. */
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
    // What the billing run looks for: what is due, and what has ended and is not told yet.
    index('subscription_end')
      .on(table.merchantId, table.end)
      .where(sql`${table.end} is not null and ${table.ended} is null`),
    // With the rest of the key, so that the list of what is due next goes by it page by page.
    index('subscription_due')
      .on(table.merchantId, table.due, table.accountId, table.id)
      .where(sql`${table.due} is not null`),
    // Ascending, and read backwards by the lists, which are newest first.
    index('subscription_newest').on(table.merchantId, table.created, table.accountId, table.id),
    index('subscription_ended')
      .on(table.merchantId, table.created, table.accountId, table.id)
      .where(sql`${table.ended} is not null`),
    index('subscription_number').on(table.merchantId, table.number).where(sql`${table.number} is not null`),
  ],
)
