import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Role } from '@/server/user/roles'
import { instant, merchantId } from './columns'

export interface Branding {
  name?: string
  logo?: string
  colour?: string
  supportEmail?: string
}

/** The tenant. */
export const merchant = pgTable('merchant', {
  id: text().primaryKey(),
  name: text().notNull(),
  type: text().$type<'test' | 'live'>().notNull(),
  country: text().notNull(),
  timeZone: text().notNull(),
  currency: text().notNull(),
  branding: jsonb().$type<Branding>().notNull().default({}),
  cardService: text().notNull().default('test'),
  /** On which days after its first failure a payment is tried again. */
  retryDays: integer().array().notNull().default([1, 3, 5, 7]),
  /** BCP 47: how mail writes amounts and dates. */
  locale: text().notNull().default('en-SE'),
  /** The merchant's own callback addresses: told of every event. */
  callbacks: text().array().notNull().default([]),
  /** Test merchants: how far their clock was moved ahead of real time, milliseconds. */
  clockAhead: bigint({ mode: 'number' }).notNull().default(0),
  /** While it is moved: until when, in real time, whoever moves it has this merchant's billing to itself. */
  clockMoving: instant(),
  /** Whether a public key may make orders on a stored card: whoever knows an account's id can then pay with it. */
  publicKeyPaysByAccount: boolean().notNull().default(true),
  created: instant().notNull(),
})

/** A person who signs in. People are no merchant's: one may work for several. */
export const user = pgTable(
  'user',
  {
    id: text().primaryKey(),
    email: text().notNull(),
    passwordHash: text().notNull(),
    /** Sessions that began before are void: the password was changed, or the user signed out everywhere. */
    sessionsFrom: instant(),
    created: instant().notNull(),
  },
  (table) => [uniqueIndex('user_email').on(table.email)],
)

/**
 * Tries to sign in that did not succeed, or not yet, by a keyed hash of the e-mail address: what is typed there may
 * be nobody's address, or somebody's password.
 */
export const signInTry = pgTable(
  'sign_in_try',
  {
    id: text().primaryKey(),
    email: text().notNull(),
    date: instant().notNull(),
  },
  (table) => [
    index('sign_in_try_email').on(table.email, table.date),
    index('sign_in_try_date').on(table.date),
  ],
)

export const membership = pgTable(
  'membership',
  {
    merchantId: merchantId(),
    userId: text()
      .notNull()
      .references(() => user.id),
    role: text().$type<Role>().notNull(),
    created: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.userId] }),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
    // What a user is a member of; the one way from people to merchants.
    index('membership_user').on(table.userId),
  ],
)

/** The secret that signs a merchant's callbacks, encrypted; more than one while a rolled one lives on. */
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
