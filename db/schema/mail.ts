import { type SQLWrapper, sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Language } from '@/server/model/language'
import { awaitedTemplates, type MailTemplate, type StoredMailData } from '@/server/model/mail'
import { instant, merchantId, oneOf } from './columns'

export const mailStatuses = ['waiting', 'sent', 'captured', 'failed'] as const
export const deliveries = ['delivered', 'delayed', 'bounced', 'complained'] as const

/** Without parameters: PostgreSQL uses a partial index only if it sees that the condition is the same. */
const isAwaited = (template: SQLWrapper) =>
  sql`${template} in (${sql.raw(awaitedTemplates.map((name) => `'${name}'`).join(', '))})`

/** A mail, inserted in the transaction of its event and rendered when it is sent or shown. */
export const mail = pgTable(
  'mail',
  {
    merchantId: merchantId(),
    /** Also the idempotency key at the mail service. */
    id: uuid().notNull(),
    accountId: text().notNull(),
    /** The order that it is about. */
    orderId: text(),
    /** The language that it is written in, decided when it was written. Null for mail to dashboard users. */
    language: text().$type<Language>(),
    template: text().$type<MailTemplate>().notNull(),
    to: text().notNull(),
    /** The values for the template. */
    data: jsonb().$type<StoredMailData>().notNull(),
    /** A secret in the mail, encrypted; deleted once the mail is sent. */
    sealed: text(),
    /** What a reminder is about, or the attempt that resends a mail, so that it is written only once. */
    once: text(),
    /** `captured`: not sent, because there was no mail service or it was no longer true. The outbox shows it. */
    status: text({ enum: mailStatuses }).notNull(),
    attempts: integer().notNull().default(0),
    /** In real time, whatever the merchant's clock shows. */
    nextAttempt: instant().notNull().defaultNow(),
    /** The mail service's id. */
    reference: text(),
    /** Why the last attempt failed, or why it was not sent. */
    error: text(),
    /** What the mail service reported since, and when. */
    delivery: text({ enum: deliveries }),
    deliveryReported: instant(),
    /** By the merchant's clock. */
    created: instant().notNull(),
    sent: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    oneOf('mail_status', table.status, mailStatuses),
    oneOf('mail_delivery', table.delivery, deliveries),
    uniqueIndex('mail_once').on(table.merchantId, table.once).where(sql`${table.once} is not null`),
    // Across merchants. These three are small: sent e-mails are not in them.
    index('mail_waiting').on(table.nextAttempt).where(sql`${table.status} = 'waiting'`),
    // For the worker, which takes the mail of each merchant in turn.
    index('mail_turn').on(table.merchantId, table.nextAttempt).where(sql`${table.status} = 'waiting'`),
    index('mail_awaited')
      .on(table.merchantId, table.nextAttempt)
      .where(sql`${table.status} = 'waiting' and ${isAwaited(table.template)}`),
    // Lists read this index backwards (newest first).
    index('mail_newest').on(table.merchantId, table.created, table.id),
    // For what customers did not get: few among many.
    index('mail_problem')
      .on(table.merchantId, table.created, table.id)
      .where(sql`${table.status} = 'failed' or ${table.delivery} in ('bounced', 'complained')`),
    // For mail that is sent once there is a mail service: the oldest first.
    index('mail_captured')
      .on(table.merchantId, table.created, table.id)
      .where(sql`${table.status} = 'captured'`),
    index('mail_order')
      .on(table.merchantId, table.orderId, table.created)
      .where(sql`${table.orderId} is not null`),
    index('mail_reference').on(table.reference).where(sql`${table.reference} is not null`),
    index('mail_account').on(table.merchantId, table.accountId, table.created, table.id),
  ],
)

/** The condition that someone waits for a mail. */
export const isMailAwaited = isAwaited(mail.template)
