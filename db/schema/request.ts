import { sql } from 'drizzle-orm'
import { bigint, index, integer, json, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, merchantId } from './columns'

/** A request with an Idempotency-Key, and its final response. */
export const idempotentRequest = pgTable(
  'idempotent_request',
  {
    merchantId: merchantId(),
    /** The key space: `private`, the account id of an account key, or `public:` and the fingerprint of the request. */
    caller: text().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    /** Identifies the request in the domain, so that a repeated request finds what the first attempt began. */
    origin: uuid().notNull(),
    /** When the current attempt began. An attempt that takes too long is dead, and another takes it over. */
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

/** A request to the REST interface and its response, without secrets and card data; kept for seven days. */
export const requestLog = pgTable(
  'request_log',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    /** The id returned to the caller. Callers can send the same id again. */
    requestId: text().notNull(),
    date: instant().notNull(),
    method: text().notNull(),
    path: text().notNull(),
    query: text(),
    status: integer().notNull(),
    milliseconds: integer().notNull(),
    keyId: text(),
    /** Where its body and its response are; null if it has neither. */
    contentsId: text(),
    place: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index('request_log_merchant').on(table.merchantId, table.date, table.id),
    index('request_log_failed').on(table.merchantId, table.date, table.id).where(sql`${table.status} >= 400`),
    index('request_log_id').on(table.merchantId, table.requestId),
    index('request_log_date').on(table.date),
  ],
)

/** The contents of several requests of one merchant, stored together to be long enough for PostgreSQL to compress. */
export const requestContents = pgTable(
  'request_contents',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    /** The date of the last request. */
    date: instant().notNull(),
    contents: json().$type<RequestContent[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index('request_contents_date').on(table.date),
  ],
)

/** The body of a request and the content of its response, without secrets and card data; null where there is none. */
export type RequestContent = [body: unknown, responseBody: unknown]

/** How much of the request log a merchant filled in an hour, and how much was not logged. */
export const requestLogUsage = pgTable(
  'request_log_usage',
  {
    merchantId: merchantId(),
    /** The start of the hour. */
    hour: instant().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Requests that were not logged because the merchant's share was used up. */
    overLimit: integer().notNull(),
    /** Requests that were not logged because they could not be stored, or because too many were waiting. */
    failed: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.hour] }),
    index('request_log_usage_hour').on(table.hour),
  ],
)
