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
    callback: text(),
    /** When it ended and the payer and merchant were notified, which happens once. */
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
    // For the billing run: due subscriptions, and ended ones that are not notified yet.
    index('subscription_end')
      .on(table.merchantId, table.end)
      .where(sql`${table.end} is not null and ${table.ended} is null`),
    // With the rest of the key, so that the list of upcoming dates can use it page by page.
    index('subscription_due')
      .on(table.merchantId, table.due, table.accountId, table.id)
      .where(sql`${table.due} is not null`),
    // Lists read this index backwards (newest first).
    index('subscription_newest').on(table.merchantId, table.created, table.accountId, table.id),
    index('subscription_ended')
      .on(table.merchantId, table.created, table.accountId, table.id)
      .where(sql`${table.ended} is not null`),
    index('subscription_number').on(table.merchantId, table.number).where(sql`${table.number} is not null`),
  ],
)
