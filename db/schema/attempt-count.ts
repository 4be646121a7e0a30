import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, merchantId } from './columns'

/**
 * How often something was attempted recently: one row per purpose and person, host or key. `who` is a keyed hash,
 * because the text typed as an e-mail address may be anything, even a password.
 */
export const attemptCount = pgTable(
  'attempt_count',
  {
    /** Empty if it belongs to no merchant, such as signing in. */
    merchantId: merchantId(),
    who: text().notNull(),
    /** Number of attempts by the time of the first one in each slot, milliseconds since 1970. */
    counts: jsonb().$type<Record<string, number>>().notNull(),
    /**
     * Attempts whose outcome is not known yet, by the time until which it can come, milliseconds since 1970. After that,
     * the process of the attempt must have died.
     */
    undecided: jsonb().$type<Record<string, number>>().notNull().default({}),
    /** When the last attempt stops counting. */
    expires: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.who] }),
    index('attempt_count_expires').on(table.expires),
  ],
)
