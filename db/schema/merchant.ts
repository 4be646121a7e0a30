import { bigint, boolean, foreignKey, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { CardLimits } from '@/server/model/card/limits'
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
  /** The limits on card attempts that this merchant has changed; the others have their defaults. */
  cardLimits: jsonb().$type<Partial<CardLimits>>().notNull().default({}),
  /** Hosts, with a port where it is not the default one, to which a `callback` set with a public key may point. */
  callbackHosts: text().array().notNull().default([]),
  created: instant().notNull(),
})

export type Merchant = typeof merchant.$inferSelect

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
