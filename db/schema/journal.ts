import { sql } from 'drizzle-orm'
import { date, foreignKey, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { type EntryVat, journalKinds } from '@/server/model/journal'
import { instant, merchantId, minorUnits, oneOf } from './columns'
import { merchant } from './merchant'

/** A movement of money in the books. Entries are never changed: corrections are separate entries. */
export const journalEntry = pgTable(
  'journal_entry',
  {
    merchantId: merchantId(),
    kind: text({ enum: journalKinds }).notNull(),
    /** What it was booked from, unique within its kind: for a charge or refund the order and the event's sequence. */
    source: text().notNull(),
    /** In the merchant's time zone; never in a month that was closed before. */
    bookedOn: date({ mode: 'string' }).notNull(),
    /** When the money moved. */
    moved: instant().notNull(),
    documentId: text(),
    orderId: text(),
    accountId: text(),
    currency: text().notNull(),
    /** Minor units: positive if the merchant gets money. */
    amount: minorUnits().notNull(),
    fee: minorUnits().notNull(),
    /** Of a charge or refund, by rate; together they are the amount. */
    vat: jsonb().$type<EntryVat[]>().notNull(),
    created: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.kind, table.source] }),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
    oneOf('journal_entry_kind', table.kind, journalKinds),
    index('journal_entry_time').on(table.merchantId, table.bookedOn, table.moved, table.kind, table.source),
    index('journal_entry_order').on(table.merchantId, table.orderId).where(sql`${table.orderId} is not null`),
  ],
)

/** A month whose books are closed. */
export const closedMonth = pgTable(
  'closed_month',
  {
    merchantId: merchantId(),
    /** Its first day. */
    month: date({ mode: 'string' }).notNull(),
    closed: instant().notNull(),
    closedBy: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.month] }),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
  ],
)
