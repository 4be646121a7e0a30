import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, merchantId } from './columns'

/**
 * How often something was attempted lately: one row for each purpose and person, host or key. `who` is a keyed hash,
 * because what is typed as an e-mail address may be nobody's address, or somebody's password.
 */
export const attemptCount = pgTable(
  'attempt_count',
  {
    /** Empty for what belongs to no merchant, such as signing in. */
    merchantId: merchantId(),
    who: text().notNull(),
    /** Attempts by the time of the first one in their slot, milliseconds since 1970. */
    counts: jsonb().$type<Record<string, number>>().notNull(),
    /** Attempts whose outcome is not known yet. */
    open: integer().notNull().default(0),
    /** When the last attempt stops counting. */
    expires: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.who] }),
    index('attempt_count_expires').on(table.expires),
  ],
)
