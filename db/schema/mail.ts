import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { MailData, MailTemplate } from '@/server/model/mail'
import { instant, merchantId } from './columns'

/** A mail to a customer, written in the transaction of what it tells and rendered when it is sent or shown. */
export const mail = pgTable(
  'mail',
  {
    merchantId: merchantId(),
    /** Also the idempotency key at the mail service. */
    id: uuid().notNull(),
    accountId: text().notNull(),
    template: text().$type<MailTemplate>().notNull(),
    to: text().notNull(),
    /** What the template is about. */
    data: jsonb().$type<MailData[MailTemplate]>().notNull(),
    /** A secret that the mail carries, encrypted; gone once it is sent. */
    sealed: text(),
    /** Of a reminder: what it reminds of, so that it is written once. */
    once: text(),
    /** `captured`: kept for `/outbox`, and sent to nobody. */
    status: text().$type<'waiting' | 'sent' | 'captured' | 'failed'>().notNull(),
    attempts: integer().notNull().default(0),
    /** In real time, whatever clock the merchant is on. */
    nextAttempt: instant().notNull().defaultNow(),
    /** The mail service's id. */
    reference: text(),
    /** Why the last attempt failed. */
    error: text(),
    /** By the merchant's clock. */
    created: instant().notNull(),
    sent: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('mail_once').on(table.merchantId, table.once).where(sql`${table.once} is not null`),
    // What the worker looks for, across merchants: small, for a sent mail leaves it.
    index('mail_waiting').on(table.nextAttempt).where(sql`${table.status} = 'waiting'`),
    // And first of all: somebody waits for a mail that carries a secret.
    index('mail_urgent')
      .on(table.nextAttempt)
      .where(sql`${table.status} = 'waiting' and ${table.sealed} is not null`),
    // Ascending, and read backwards by lists, which are newest first.
    index('mail_newest').on(table.merchantId, table.created, table.id),
    index('mail_account').on(table.merchantId, table.accountId, table.created, table.id),
  ],
)
