import { foreignKey, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, merchantId } from './columns'
import { merchant } from './merchant'

/** A user's action on a merchant's data. Written as soon as it is done, and never changed. */
export const auditEntry = pgTable(
  'audit_entry',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    date: instant().notNull(),
    /** Empty for the operator, who is no user. */
    userId: text().notNull(),
    /** The user's address at that time: users change their address, and leave. `operator` for the operator. */
    email: text().notNull(),
    /** The action, as `noun.verb`. */
    action: text().notNull(),
    /** What it was done to: a noun and its id. */
    subject: text().notNull(),
    subjectId: text(),
    before: jsonb(),
    after: jsonb(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
    index('audit_entry_date').on(table.merchantId, table.date, table.id),
    index('audit_entry_subject').on(table.merchantId, table.subjectId, table.date),
  ],
)
