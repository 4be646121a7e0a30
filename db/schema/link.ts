import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { account } from './account'
import { instant, merchantId } from './columns'
import { order } from './order'

/** A single-use login link for the account page. Its key is only in the mail and in the response to its creator. */
export const accountLink = pgTable(
  'account_link',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    accountId: text().notNull(),
    keyHash: text().notNull(),
    /** The address that it was sent to. */
    contact: text().notNull(),
    created: instant().notNull(),
    expires: instant().notNull(),
    used: instant(),
    /** Whether somebody other than the merchant asked for it, who need not be the customer. */
    requested: boolean().notNull().default(false),
    /** The request that created it, so that the request repeated after a crash finds it. */
    origin: text(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    foreignKey({
      columns: [table.merchantId, table.accountId],
      foreignColumns: [account.merchantId, account.id],
    }),
    uniqueIndex('account_link_origin')
      .on(table.merchantId, table.origin)
      .where(sql`${table.origin} is not null`),
    index('account_link_account').on(table.merchantId, table.accountId, table.created),
  ],
)

/**
 * A link that leads to the payment of one order, and to nothing else of the account. It is used as often as needed
 * until the order is paid. Its key is only in the mail.
 */
export const paymentLink = pgTable(
  'payment_link',
  {
    merchantId: merchantId(),
    keyHash: text().notNull(),
    orderId: text().notNull(),
    /** The address that it was sent to. Links from before this was stored have none. */
    contact: text(),
    created: instant().notNull(),
    expires: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.keyHash] }),
    foreignKey({ columns: [table.merchantId, table.orderId], foreignColumns: [order.merchantId, order.id] }),
    // For the foreign key.
    index('payment_link_order').on(table.merchantId, table.orderId),
  ],
)

/** A customer's new e-mail address that waits for confirmation. Its key is only in the mail to that address. */
export const emailChange = pgTable(
  'email_change',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    accountId: text().notNull(),
    keyHash: text().notNull(),
    email: text().notNull(),
    created: instant().notNull(),
    expires: instant().notNull(),
    /** When it was confirmed, or withdrawn by a later one. */
    ended: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    foreignKey({
      columns: [table.merchantId, table.accountId],
      foreignColumns: [account.merchantId, account.id],
    }),
    index('email_change_account').on(table.merchantId, table.accountId, table.created),
  ],
)
