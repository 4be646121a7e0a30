import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Data about the installation as a whole: one row. */
export const installation = pgTable(
  'installation',
  {
    id: integer().primaryKey().default(1),
    /** A known text, encrypted. Every start uses it to verify that ENCRYPTION_KEY fits this database. */
    keyCheck: text().notNull(),
  },
  (table) => [check('installation_one', sql`${table.id} = 1`)],
)
