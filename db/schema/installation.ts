import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** What is known of the installation as a whole, of no merchant: one row. */
export const installation = pgTable(
  'installation',
  {
    id: integer().primaryKey().default(1),
    /** A text that is known to all, sealed: shows at each start whether ENCRYPTION_KEY is the one of this database. */
    keyCheck: text().notNull(),
  },
  (table) => [check('installation_one', sql`${table.id} = 1`)],
)
