import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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

/** How much of the request log a merchant has filled in an hour, and what was not logged. */
export const requestLogUsage = pgTable(
  'request_log_usage',
  {
    merchantId: merchantId(),
    /** The beginning of the hour. */
    hour: instant().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Requests that were not logged because the merchant's log was full. */
    overLimit: integer().notNull(),
    /** Requests that were not logged because they could not be stored, or too many waited. */
    failed: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.hour] }),
    index('request_log_usage_hour').on(table.hour),
  ],
)
