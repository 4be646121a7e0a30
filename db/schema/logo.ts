import { foreignKey, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, instant, merchantId, oneOf } from './columns'
import { merchant } from './merchant'

export const logoTypes = ['png', 'jpeg'] as const

/** Images that merchants have uploaded, by the SHA-256 of their bytes. Never changed, because documents show them. */
export const logo = pgTable(
  'logo',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    type: text({ enum: logoTypes }).notNull(),
    content: bytes().notNull(),
    created: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
    oneOf('logo_type', table.type, logoTypes),
  ],
)
