import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Expires, Scheme } from '@/server/model/card/schemas'
import { instant, merchantId, minorUnits } from './columns'

/**
 * The books of the simulated acquirer behind the `test` card service. They stand for an outside party:
 * nothing but server/card/test reads or writes them, always in transactions of their own, and
 * nothing in them refers to Kassa's own tables.
 */

const cardColumns = {
  scheme: text().$type<Scheme>().notNull(),
  iin: text().notNull(),
  last4: text().notNull(),
  expires: jsonb().$type<Expires>().notNull(),
  fingerprint: text().notNull(),
  /** How this test card behaves: a name out of the table of test cards. */
  behaviour: text().notNull(),
}

/** Tokenised cards: good for one use within 60 minutes. */
export const acquirerToken = pgTable(
  'acquirer_token',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    ...cardColumns,
    created: instant().notNull(),
    validUntil: instant().notNull(),
    /** The operation that used it up. */
    usedBy: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index('acquirer_token_valid_until').on(table.validUntil),
  ],
)

/**
 * 3-D Secure: what a cardholder is asked to approve for a token, and the response. An approval is valid for exactly
 * this purpose, once.
 */
export const acquirerVerification = pgTable(
  'acquirer_verification',
  {
    merchantId: merchantId(),
    /** Names the bank's page. A UUID in lower case. */
    pareq: text().notNull(),
    tokenId: text().notNull(),
    /** `authorise`: pay this amount in this currency. `store`: keep the card; no amount. */
    purpose: text().$type<'authorise' | 'store'>().notNull(),
    amount: minorUnits(),
    currency: text(),
    /** Null until the cardholder has responded. The first response is final. */
    outcome: text().$type<'approved' | 'rejected'>(),
    /** The operation that spent the response. */
    usedBy: uuid(),
    /** Where the browser goes afterwards, and what the merchant wants back there. */
    termUrl: text(),
    merchantData: text(),
    created: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.pareq] }),
    index('acquirer_verification_pareq').on(table.pareq),
    unique('acquirer_verification_purpose')
      .on(table.merchantId, table.tokenId, table.purpose, table.amount, table.currency)
      .nullsNotDistinct(),
    foreignKey({
      columns: [table.merchantId, table.tokenId],
      foreignColumns: [acquirerToken.merchantId, acquirerToken.id],
    }),
    check(
      'acquirer_verification_of_amount',
      sql`(${table.purpose} = 'authorise') = (${table.amount} is not null and ${table.currency} is not null)`,
    ),
  ],
)

export const acquirerCard = pgTable(
  'acquirer_card',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    ...cardColumns,
    storedBy: uuid().notNull(),
    created: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.id] })],
)

/** Every request that the acquirer was sent, once, by the caller's idempotency key, with its outcome. */
export const acquirerEntry = pgTable(
  'acquirer_entry',
  {
    merchantId: merchantId(),
    operation: uuid().notNull(),
    kind: text().$type<'store' | 'authorise' | 'capture' | 'cancel' | 'refund'>().notNull(),
    /** The authorisation that it belongs to: the operation of the authorise entry, for that entry itself too. */
    authorisation: uuid(),
    currency: text(),
    amount: minorUnits(),
    outcome: text().$type<'done' | 'declined'>().notNull(),
    code: text(),
    /** Stored card that was made or charged. */
    cardId: text(),
    behaviour: text().notNull(),
    // What became of an authorisation's amount; kept on its own entry.
    captured: minorUnits().notNull(),
    refunded: minorUnits().notNull(),
    cancelled: minorUnits().notNull(),
    created: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.operation] }),
    check(
      'acquirer_entry_covers',
      sql`${table.amount} is null or (${table.captured} + ${table.cancelled} <= ${table.amount} and ${table.refunded} <= ${table.captured})`,
    ),
  ],
)

/** Orders to the acquirer to misbehave, for tests and for trying things out. */
export const acquirerFault = pgTable(
  'acquirer_fault',
  {
    merchantId: merchantId(),
    kind: text().$type<'store' | 'authorise' | 'capture' | 'cancel' | 'refund' | 'retrieve'>().notNull(),
    /** `delay`: answer late; `timeout`: do the work, never answer; `fail`: answer with a failure, nothing done. */
    fault: text().$type<'delay' | 'timeout' | 'fail'>().notNull(),
    delayMs: integer().notNull().default(0),
    /** How many more requests it hits. */
    remaining: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.kind] })],
)
