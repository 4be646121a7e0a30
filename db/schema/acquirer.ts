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
import { languages } from '@/server/model/language'
import { instant, merchantId, minorUnits, oneOf } from './columns'

/**
 * The books of the simulated acquirer behind the `test` card service. They stand for an outside party: only
 * server/card/test reads or writes them, always in separate transactions, and nothing in them refers to Kassa's own
 * tables.
 */

const kinds = ['store', 'authorise', 'capture', 'cancel', 'refund'] as const
const outcomes = ['done', 'declined'] as const
const purposes = ['authorise', 'store'] as const
const responses = ['approved', 'rejected'] as const
const faultKinds = [...kinds, 'retrieve'] as const
const faults = ['delay', 'timeout', 'fail'] as const

const cardColumns = {
  scheme: text().$type<Scheme>().notNull(),
  iin: text().notNull(),
  last4: text().notNull(),
  expires: jsonb().$type<Expires>().notNull(),
  fingerprint: text().notNull(),
  /** How this test card behaves: a name from the table of test cards. */
  behaviour: text().notNull(),
}

/** Tokenised cards, each valid for one use within 60 minutes. */
export const acquirerToken = pgTable(
  'acquirer_token',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    ...cardColumns,
    created: instant().notNull(),
    validUntil: instant().notNull(),
    /** The operation that used the token. */
    usedBy: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index('acquirer_token_valid_until').on(table.validUntil),
  ],
)

/**
 * 3-D Secure: what a cardholder is asked to approve for a token, and the response. An approval is valid once, for
 * exactly this purpose.
 */
export const acquirerVerification = pgTable(
  'acquirer_verification',
  {
    merchantId: merchantId(),
    /** Identifies the bank's page. A UUID in lower case. */
    pareq: text().notNull(),
    tokenId: text().notNull(),
    /** `authorise`: pay this amount in this currency. `store`: store the card; no amount. */
    purpose: text({ enum: purposes }).notNull(),
    amount: minorUnits(),
    currency: text(),
    /** Null until the cardholder has responded. The first response is final. */
    outcome: text({ enum: responses }),
    /** The operation that used the response. */
    usedBy: uuid(),
    /** Where the browser goes afterwards, and the value that the merchant gets back there. */
    termUrl: text(),
    merchantData: text(),
    /** The language of the page that sent the cardholder. */
    language: text({ enum: languages }),
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
    oneOf('acquirer_verification_purpose_known', table.purpose, purposes),
    oneOf('acquirer_verification_outcome', table.outcome, responses),
    oneOf('acquirer_verification_language', table.language, languages),
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

/** Every request that the acquirer received, once per idempotency key, with its outcome. */
export const acquirerEntry = pgTable(
  'acquirer_entry',
  {
    merchantId: merchantId(),
    operation: uuid().notNull(),
    kind: text({ enum: kinds }).notNull(),
    /** The authorisation that it belongs to: the operation of the authorise entry, also for that entry itself. */
    authorisation: uuid(),
    currency: text(),
    amount: minorUnits(),
    outcome: text({ enum: outcomes }).notNull(),
    code: text(),
    /** The stored card that was created or charged. */
    cardId: text(),
    behaviour: text().notNull(),
    // Where the amount of an authorisation is now; stored on its own entry.
    captured: minorUnits().notNull(),
    refunded: minorUnits().notNull(),
    cancelled: minorUnits().notNull(),
    created: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.operation] }),
    oneOf('acquirer_entry_kind', table.kind, kinds),
    oneOf('acquirer_entry_outcome', table.outcome, outcomes),
    check(
      'acquirer_entry_covers',
      sql`${table.amount} is null or (${table.captured} + ${table.cancelled} <= ${table.amount} and ${table.refunded} <= ${table.captured})`,
    ),
  ],
)

/** Instructions to the acquirer to misbehave, for tests and demonstrations. */
export const acquirerFault = pgTable(
  'acquirer_fault',
  {
    merchantId: merchantId(),
    kind: text({ enum: faultKinds }).notNull(),
    /**
     * `delay`: respond late; `timeout`: do the work, but never respond; `fail`: respond with a failure, nothing done.
     */
    fault: text({ enum: faults }).notNull(),
    delayMs: integer().notNull().default(0),
    /** How many more requests it affects. */
    remaining: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.kind] }),
    oneOf('acquirer_fault_kind', table.kind, faultKinds),
    oneOf('acquirer_fault_fault', table.fault, faults),
  ],
)
