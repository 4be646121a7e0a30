import { sql } from 'drizzle-orm'
import {
  bigint,
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
} from 'drizzle-orm/pg-core'
import { type DocumentContent, documentKinds, documentSeries } from '@/server/model/document/content'
import { instant, merchantId, minorUnits, oneOf } from './columns'
import { merchant } from './merchant'
import { order } from './order'

/**
 * Events that moved money and are not booked yet: a trigger on `order_event` writes them. The worker issues their
 * documents and writes their journal entries, and deletes them in the same transaction.
 */
export const unbooked = pgTable(
  'unbooked',
  {
    merchantId: merchantId(),
    /** When the money moved. They are booked in this order. */
    date: instant().notNull(),
    orderId: text().notNull(),
    sequence: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.date, table.orderId, table.sequence] })],
)

/** The numbers of a merchant's documents. Issuing locks the row, so that numbers have no gap. */
export const numberSeries = pgTable(
  'number_series',
  {
    merchantId: merchantId(),
    series: text({ enum: documentSeries }).notNull(),
    prefix: text().notNull(),
    /** Whether numbers contain the year and begin at 1 each year. */
    isYearly: boolean().notNull(),
    /** The year of `next`. */
    year: integer().notNull(),
    next: bigint({ mode: 'number' }).notNull(),
    /** The day of the latest document, null before the first. The next one never has an earlier day. */
    lastDay: date({ mode: 'string' }),
    /**
     * The highest number of each form that was ever issued, such as `kr2026-`. Finding it in the documents would read all
     * of them while none can be issued.
     */
    used: jsonb().$type<Readonly<Record<string, number>>>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.series] }),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
    oneOf('number_series_series', table.series, documentSeries),
  ],
)

/**
 * A receipt, an invoice or a credit note: one for each event that moved money. Until the merchant's company details are
 * complete it waits without a number. A trigger rejects every change of an issued one.
 */
export const document = pgTable(
  'document',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    kind: text({ enum: documentKinds }).notNull(),
    orderId: text().notNull(),
    /** The event that moved the money. */
    sequence: integer().notNull(),
    accountId: text(),
    /** Of a credit note: the documents that it corrects, oldest first. */
    corrects: text().array(),
    currency: text().notNull(),
    /** Minor units, never negative; `gross` is `net` and `vat` together. */
    net: minorUnits().notNull(),
    vat: minorUnits().notNull(),
    gross: minorUnits().notNull(),
    content: jsonb().$type<DocumentContent>().notNull(),
    /** When the money moved. */
    moved: instant().notNull(),
    /** Null until it is issued. */
    number: text(),
    issuedOn: date({ mode: 'string' }),
    issued: instant(),
    created: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    foreignKey({ columns: [table.merchantId, table.orderId], foreignColumns: [order.merchantId, order.id] }),
    oneOf('document_kind', table.kind, documentKinds),
    check('document_adds_up', sql`${table.gross} = ${table.net} + ${table.vat}`),
    check(
      'document_issued',
      sql`(${table.number} is null) = (${table.issued} is null) and (${table.number} is null) = (${table.issuedOn} is null)`,
    ),
    uniqueIndex('document_event').on(table.merchantId, table.orderId, table.sequence),
    uniqueIndex('document_number').on(table.merchantId, table.number).where(sql`${table.number} is not null`),
    // For the worker, across merchants.
    index('document_waiting').on(table.merchantId, table.moved).where(sql`${table.number} is null`),
    // Lists read these indexes backwards (newest first).
    index('document_newest').on(table.merchantId, table.moved, table.id),
    index('document_account').on(table.merchantId, table.accountId, table.moved, table.id),
  ],
)
