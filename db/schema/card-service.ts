import { sql } from 'drizzle-orm'
import {
  check,
  doublePrecision,
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
import type { ConnectionFacts, KeyRefusal } from '@/server/model/card/connection'
import type { Expires, Scheme } from '@/server/model/card/schemas'
import type { PaceLimits } from '@/server/model/card/service'
import { instant, merchantId, minorUnits, oneOf } from './columns'
import { merchant } from './merchant'

const modes = ['test', 'live'] as const
const purposes = ['authorise', 'store'] as const

/** A merchant's account at a card service. */
export const cardConnection = pgTable(
  'card_connection',
  {
    merchantId: merchantId(),
    service: text().notNull(),
    /** The secret key, encrypted. */
    secret: text().notNull(),
    publishable: text().notNull(),
    mode: text({ enum: modes }).notNull(),
    /** What the last check found. */
    facts: jsonb().$type<ConnectionFacts>().notNull(),
    /** Why the last check refused the keys; null if it did not. */
    refusal: jsonb().$type<KeyRefusal>(),
    checked: instant().notNull(),
    /** Grows when a key or the pace is replaced. */
    version: integer().notNull().default(1),
    /** The service's limits for this account, if they differ from the defaults. */
    pace: jsonb().$type<PaceLimits>(),
    created: instant().notNull(),
    /** Until when all movements of money on the balance were collected; null before the first collection. In real time. */
    collectedUntil: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.service] }),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
    oneOf('card_connection_mode', table.mode, modes),
  ],
)

/**
 * How fast requests are sent to a merchant's account at a card service. Its rows are not worth keeping, so the table is
 * unlogged.
 */
export const pace = pgTable(
  'pace',
  {
    merchantId: merchantId(),
    service: text().notNull(),
    /** When the next request could be sent, by endpoint and in total: seconds since 1970. */
    next: jsonb().$type<Record<string, number>>().notNull(),
    /** How long the last request had to wait, in seconds; 0 or less for not at all. */
    wait: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.service] })],
)

/** The customer at a card service that the cards of an account are stored with. */
export const serviceCustomer = pgTable(
  'service_customer',
  {
    merchantId: merchantId(),
    service: text().notNull(),
    accountId: text().notNull(),
    reference: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.service, table.accountId] })],
)

/**
 * A card that the card service stores, or is about to, and that is not on its account: it was removed, or may never get
 * there.
 */
export const removedCard = pgTable(
  'removed_card',
  {
    merchantId: merchantId(),
    service: text().notNull(),
    /** What the card service stores it under. */
    reference: text().notNull(),
    accountId: text().notNull(),
    /**
     * Since when nothing needs the card, in real time, whatever the merchant's clock shows. Until then, a request may
     * still add it to its account.
     */
    removed: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.service, table.reference] }),
    // For the worker, across merchants.
    index('removed_card_oldest').on(table.removed, table.merchantId, table.reference),
  ],
)

/** One-time tokens of cards that were entered in a card service's own fields. */
export const serviceToken = pgTable(
  'service_token',
  {
    merchantId: merchantId(),
    service: text().notNull(),
    id: text().notNull(),
    /** The card service's reference of the card. */
    reference: text().notNull(),
    scheme: text().$type<Scheme>().notNull(),
    last4: text().notNull(),
    expires: jsonb().$type<Expires>().notNull(),
    fingerprint: text().notNull(),
    created: instant().notNull(),
    validUntil: instant().notNull(),
    /** The operation that uses the token. */
    usedBy: uuid(),
    /** The customer that the card is stored with, so that a repeated request names the same one. */
    customer: text(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.service, table.id] }),
    index('service_token_valid_until').on(table.validUntil),
    index('service_token_reference').on(table.reference),
  ],
)

/**
 * 3-D Secure at a card service: a payment, or a card to store, that waits for its cardholder. Those of payments stay as
 * proof for disputes, whether approved or refused, and so outlive their tokens.
 */
export const serviceVerification = pgTable(
  'service_verification',
  {
    merchantId: merchantId(),
    /** Identifies the verification on our page. A UUID in lower case. */
    pareq: text().notNull(),
    service: text().notNull(),
    tokenId: text().notNull(),
    purpose: text({ enum: purposes }).notNull(),
    amount: minorUnits(),
    currency: text(),
    /** The card service's reference of the payment, or of the card to store. */
    reference: text().notNull(),
    /** The bank's page; null once the token was deleted. */
    bankUrl: text(),
    /** The operation that used the response. */
    usedBy: uuid(),
    /**
     * When the service confirmed that the cardholder has approved. Null too for what was used before this was recorded.
     */
    approved: instant(),
    /** Where the browser goes afterwards, and the value that the merchant gets back there. */
    termUrl: text(),
    merchantData: text(),
    created: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.pareq] }),
    index('service_verification_pareq').on(table.pareq),
    index('service_verification_waiting').on(table.reference).where(sql`${table.usedBy} is null`),
    index('service_verification_used')
      .on(table.merchantId, table.usedBy)
      .where(sql`${table.usedBy} is not null`),
    unique('service_verification_purpose')
      .on(table.merchantId, table.service, table.tokenId, table.purpose, table.amount, table.currency)
      .nullsNotDistinct(),
    index('service_verification_created').on(table.created),
    oneOf('service_verification_purpose_known', table.purpose, purposes),
    check(
      'service_verification_of_amount',
      sql`(${table.purpose} = 'authorise') = (${table.amount} is not null and ${table.currency} is not null)`,
    ),
  ],
)

/** A secret that signs a card service's notices, encrypted. There are several while an endpoint is being replaced. */
export const noticeSecret = pgTable(
  'notice_secret',
  {
    merchantId: merchantId(),
    service: text().notNull(),
    /** The card service's id of the endpoint. */
    id: text().notNull(),
    secret: text().notNull(),
    created: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.service, table.id] }),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
  ],
)

/** A card service's notice that something happened. Its content is not stored: the worker fetches the object again. */
export const serviceNotice = pgTable(
  'service_notice',
  {
    merchantId: merchantId(),
    service: text().notNull(),
    /** The card service's id of the event. It may send an event several times. */
    eventId: text().notNull(),
    type: text().notNull(),
    /** The card service's id of the object concerned. */
    objectId: text().notNull(),
    received: instant().notNull(),
    processed: instant(),
    attempts: integer().notNull().default(0),
    /** When it was last attempted, or received. */
    attempted: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.service, table.eventId] }),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
    // For the worker, in which merchants take turns.
    index('service_notice_waiting')
      .on(table.merchantId, table.attempted)
      .where(sql`${table.processed} is null`),
    index('service_notice_received').on(table.received),
    index('service_notice_latest').on(table.merchantId, table.service, table.received),
  ],
)
