import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import type { CallbackType } from '@/server/model/callback'
import type { CardLimits } from '@/server/model/card/limits'
import type { BookkeepingSettings, Company } from '@/server/model/company'
import type { MailWording } from '@/server/model/mail-wording'
import { instant, merchantId, oneOf } from './columns'

export interface Branding {
  name?: string
  logo?: string
  colour?: string
  supportEmail?: string
  /** The shop, which the account page links back to. */
  website?: string
}

const types = ['test', 'live'] as const

/** The tenant. */
export const merchant = pgTable(
  'merchant',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    type: text({ enum: types }).notNull(),
    country: text().notNull(),
    timeZone: text().notNull(),
    currency: text().notNull(),
    branding: jsonb().$type<Branding>().notNull().default({}),
    cardService: text().notNull().default('test'),
    /** Days after the first failure on which a payment is retried. */
    retryDays: integer().array().notNull().default([1, 3, 5, 7]),
    /** BCP 47: the locale of amounts and dates in mail. */
    locale: text().notNull().default('en-SE'),
    /** The merchant's own callback addresses, which get every event. */
    callbacks: text().array().notNull().default([]),
    /** The events that each of the merchant's own addresses gets. An address without an entry gets every event. */
    callbackTypes: jsonb().$type<Record<string, CallbackType[]>>().notNull().default({}),
    /** Test merchants: how far their clock is ahead of real time, milliseconds. */
    clockAhead: bigint({ mode: 'number' }).notNull().default(0),
    /**
     * While the clock is being moved: until when, in real time, only the process that moves it may bill this merchant.
     */
    clockMoving: instant(),
    /** Where the latest move with an origin goes, for the request that is repeated after a fault. */
    clockMove: jsonb().$type<{ origin: string; to: string }>(),
    /**
     * Whether a public key can create orders on a stored card. If so, anyone who knows an account's id can pay with it.
     */
    publicKeyPaysByAccount: boolean().notNull().default(true),
    /** The limits on card attempts that this merchant has changed. The others have their defaults. */
    cardLimits: jsonb().$type<Partial<CardLimits>>().notNull().default({}),
    /** Hosts, with their port unless it is the default one, that a `callback` set with a public key can name. */
    callbackHosts: text().array().notNull().default([]),
    /** Printed on documents. A live merchant's documents wait until it is complete. */
    company: jsonb().$type<Company>().notNull().default({}),
    bookkeeping: jsonb().$type<BookkeepingSettings>().notNull().default({}),
    /** The merchant's own words in mail, by template and language. */
    mailWording: jsonb().$type<MailWording>().notNull().default({}),
    /** Whether authorisations on stored cards are renewed before they expire. */
    renewAuthorisations: boolean().notNull().default(false),
    created: instant().notNull(),
  },
  (table) => [
    oneOf('merchant_type', table.type, types),
    // Fails for one that PostgreSQL does not know: it would stop billing for all merchants.
    check('merchant_time_zone', sql`(timestamptz 'epoch' at time zone ${table.timeZone}) is not null`),
  ],
)

export type Merchant = typeof merchant.$inferSelect

/** A secret that signs a merchant's callbacks, encrypted. There are several while a replaced one is still valid. */
export const signingSecret = pgTable(
  'signing_secret',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    encrypted: text().notNull(),
    created: instant().notNull(),
    expires: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
  ],
)
