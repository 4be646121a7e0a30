import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, merchantId } from './columns'
import { order } from './order'

/** An order of no account whose payer's personal data was erased. Few orders are, so the order has no columns for it. */
export const erasedOrder = pgTable(
  'erased_order',
  {
    merchantId: merchantId(),
    orderId: text().notNull(),
    erased: instant().notNull(),
    /** When what requests that were still running wrote is erased too, in real time. Null once that is done. */
    eraseAgain: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.orderId] }),
    foreignKey({ columns: [table.merchantId, table.orderId], foreignColumns: [order.merchantId, order.id] }),
    // For the worker, across merchants.
    index('erased_order_erase_again').on(table.eraseAgain).where(sql`${table.eraseAgain} is not null`),
  ],
)
