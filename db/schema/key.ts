import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, merchantId, oneOf } from './columns'
import { merchant } from './merchant'

const kinds = ['public', 'private', 'account'] as const

/**
 * Bearer keys. The only table that is looked up before the merchant is known, by the key's hash. On a distributed
 * database it is a small reference table.
 */
export const apiKey = pgTable(
  'api_key',
  {
    hash: text().primaryKey(),
    merchantId: merchantId(),
    id: text().notNull(),
    kind: text({ enum: kinds }).notNull(),
    name: text().notNull(),
    /** The account of an account key. */
    accountId: text(),
    /** The key in clear text: public keys only, which are not secret. */
    clear: text(),
    /** The last four characters of the key, by which people recognise it. Older keys have none. */
    ending: text(),
    created: instant().notNull(),
    lastUsed: instant(),
    expires: instant(),
    revoked: instant(),
  },
  (table) => [
    oneOf('api_key_kind', table.kind, kinds),
    index('api_key_merchant').on(table.merchantId, table.id),
    index('api_key_account').on(table.merchantId, table.accountId).where(sql`${table.accountId} is not null`),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
  ],
)
