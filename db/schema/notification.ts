import { sql } from 'drizzle-orm'
import { foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Notice } from '@/server/model/notice'
import type { NotificationKind } from '@/server/model/notification'
import { instant, merchantId } from './columns'
import { merchant } from './merchant'

/** What a dashboard user is notified of. */
export const notification = pgTable(
  'notification',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    userId: text().notNull(),
    kind: text().$type<NotificationKind>().notNull(),
    /** What it is about: enough to write its sentence. */
    subject: jsonb().$type<Notice>().notNull(),
    /** Its page in the dashboard, after the merchant's address. */
    path: text().notNull(),
    /** Identifies what it is about, so that nobody is notified of it twice. */
    once: text(),
    /** By the merchant's clock. */
    created: instant().notNull(),
    seen: instant(),
    /** In real time: when it is mailed. Null if it is not, or already was. */
    mailDue: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
    uniqueIndex('notification_once')
      .on(table.merchantId, table.userId, table.once)
      .where(sql`${table.once} is not null`),
    index('notification_newest').on(table.merchantId, table.userId, table.created, table.id),
    index('notification_unseen').on(table.merchantId, table.userId).where(sql`${table.seen} is null`),
    // For the worker, across merchants.
    index('notification_mail').on(table.mailDue).where(sql`${table.mailDue} is not null`),
  ],
)
