import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, merchantId } from './columns'

/** A request made with an Idempotency-Key, and the first answer to it. */
export const idempotentRequest = pgTable(
  'idempotent_request',
  {
    merchantId: merchantId(),
    /** Whose key space: `public`, `private`, or the account id of an account key. */
    caller: text().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    /** Names the request to the domain, so that a repetition finds what the first attempt began. */
    origin: uuid().notNull(),
    /** When the attempt that now runs began; a dead one is taken over after a while. */
    started: instant().notNull(),
    expires: instant().notNull(),
    status: integer(),
    headers: jsonb().$type<Record<string, string>>(),
    body: text(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.caller, table.key] }),
    index('idempotent_request_expires').on(table.expires),
  ],
)

/** A request to the REST interface and its answer, secrets and card data redacted; kept for seven days. */
export const requestLog = pgTable(
  'request_log',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    /** The request's id as it was answered: a caller's own may come again. */
    requestId: text().notNull(),
    date: instant().notNull(),
    method: text().notNull(),
    path: text().notNull(),
    query: text(),
    status: integer().notNull(),
    milliseconds: integer().notNull(),
    keyId: text(),
    body: jsonb(),
    answer: jsonb(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index('request_log_merchant').on(table.merchantId, table.date, table.id),
    index('request_log_id').on(table.merchantId, table.requestId),
    index('request_log_date').on(table.date),
  ],
)
