import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { accountStatuses, type Customer } from '@/server/model/account'
import type { Client, Expires, Scheme } from '@/server/model/card/schemas'
import type { Language } from '@/server/model/language'
import type { Metadata } from '@/server/model/metadata'
import { plainLettersSql } from '../plain-letters'
import { instant, merchantId, oneOf } from './columns'
import { merchant } from './merchant'

/** Who added a card: a key of this kind, a dashboard user, or Kassa itself (demo data). */
const adders = ['public', 'private', 'account', 'user', 'system'] as const

export type AccountStatus = (typeof accountStatuses)[number]

/** What a search looks into. The numbers of organisations are public, unlike those of persons. */
const searchedText = sql.raw(
  [
    'id',
    'number',
    "customer->>'name'",
    "customer->>'email'",
    "customer->>'id'",
    "customer->>'phone'",
    "customer->>'vatNumber'",
    "case when customer->>'type' = 'organisation' then customer->>'identityNumber' end",
  ]
    .map((part) => `coalesce(${part}, '')`)
    .join(" || ' ' || "),
)

export const account = pgTable(
  'account',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    number: text(),
    customer: jsonb().$type<Customer>(),
    status: text({ enum: accountStatuses }).notNull(),
    /**
     * False for an account that a public key created, until the private key or the dashboard changes it. Anyone can
     * create such an account, with anyone's e-mail address.
     */
    confirmed: boolean().notNull().default(true),
    /** The language of mail and documents, set by the merchant: `en`, `sv` or `de`. */
    language: text().$type<Language>(),
    /** The language that the customer chose on the account page. `language` takes precedence. */
    chosenLanguage: text().$type<Language>(),
    /** The merchant's own keys and values; null if there are none. */
    metadata: jsonb().$type<Metadata>(),
    /** Labels that the team put on it; null if there are none. */
    tags: text().array(),
    /** The request that created it, so that the request repeated after a crash finds it instead of creating another. */
    origin: text(),
    created: instant().notNull(),
    /** When the personal data of its customer was erased. From then on nothing is added to it. */
    erased: instant(),
    /** When what requests that were still running wrote is erased too, in real time. Null once that is done. */
    eraseAgain: instant(),
    /** All searchable text, in plain letters. */
    searchText: text().notNull().generatedAlwaysAs(plainLettersSql(searchedText)),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    oneOf('account_status_known', table.status, accountStatuses),
    // Last line of defence: PostgreSQL rejects personal data on an erased account.
    check(
      'account_erased',
      sql`${table.erased} is null or num_nonnulls(${table.customer}, ${table.metadata}, ${table.tags}, ${table.chosenLanguage}) = 0`,
    ),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
    uniqueIndex('account_origin').on(table.merchantId, table.origin).where(sql`${table.origin} is not null`),
    // Lists read this index backwards (newest first).
    index('account_newest').on(table.merchantId, table.created, table.id),
    index('account_status').on(table.merchantId, table.status, table.created, table.id),
    index('account_number').on(table.merchantId, table.number, table.created, table.id),
    index('account_email').on(
      table.merchantId,
      sql`lower(${table.customer}->>'email')`,
      table.created,
      table.id,
    ),
    // For finding accounts of the same person. Most customers have no identity number.
    index('account_identity')
      .on(table.merchantId, sql`(${table.customer}->>'identityNumber')`)
      .where(sql`${table.customer}->>'identityNumber' is not null`),
    // Sorted by the name shown in lists: the expression of `calledAs` in server/account/search-accounts.ts.
    index('account_called').on(
      table.merchantId,
      sql`lower(coalesce(${table.customer}->>'name', ${table.customer}->>'email', ${table.id}))`,
      table.id,
    ),
    // Few accounts have metadata or tags.
    index('account_metadata')
      .using('gin', table.merchantId, sql`lower(${table.metadata}::text) gin_trgm_ops`)
      .where(sql`${table.metadata} is not null`),
    // For the worker, across merchants.
    index('account_erase_again').on(table.eraseAgain).where(sql`${table.eraseAgain} is not null`),
    index('account_tags').using('gin', table.merchantId, table.tags).where(sql`${table.tags} is not null`),
    index('account_search').using('gin', table.merchantId, sql`${table.searchText} gin_trgm_ops`),
  ],
)

/** A card on an account. The card service stores the card itself under `serviceReference`. */
export const method = pgTable(
  'method',
  {
    merchantId: merchantId(),
    accountId: text().notNull(),
    id: text().notNull(),
    /** 0 is the default card. */
    position: integer().notNull(),
    service: text().notNull(),
    serviceReference: text().notNull(),
    /** A keyed hash by the card service: the same for the same card number, but useless for finding the number. */
    fingerprint: text().notNull(),
    token: text().notNull(),
    scheme: text().$type<Scheme>().notNull(),
    /** Null if the card service does not provide it. */
    iin: text(),
    last4: text().notNull(),
    expires: jsonb().$type<Expires>().notNull(),
    /** The last day on which the card can be charged. */
    expiresOn: date({ mode: 'string' })
      .notNull()
      .generatedAlwaysAs(
        sql`(make_date(2000 + (expires->>1)::int, (expires->>0)::int, 1) + interval '1 month' - interval '1 day')::date`,
      ),
    client: jsonb().$type<Client>(),
    /** A public key cannot pay with a card that the customer added (`account`). */
    addedBy: text({ enum: adders }).notNull().default('private'),
    created: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.accountId, table.id] }),
    oneOf('method_added_by', table.addedBy, adders),
    foreignKey({
      columns: [table.merchantId, table.accountId],
      foreignColumns: [account.merchantId, account.id],
    }),
    uniqueIndex('method_card').on(table.merchantId, table.accountId, table.service, table.fingerprint),
    index('method_fingerprint').on(table.merchantId, table.fingerprint, table.accountId),
    // For cards that their service has updated, or that are no longer on an account.
    index('method_reference').on(table.merchantId, table.serviceReference),
    index('method_last4').on(table.merchantId, table.last4, table.accountId),
    // For reminding payers in time; only the default card is charged.
    index('method_expires').on(table.merchantId, table.expiresOn).where(sql`${table.position} = 0`),
  ],
)
