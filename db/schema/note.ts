import { foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, merchantId, oneOf } from './columns'
import { merchant } from './merchant'

const noted = ['account', 'order'] as const

/** What a dashboard user wrote about an account or order, for the team only. */
export const note = pgTable(
  'note',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    subject: text({ enum: noted }).notNull(),
    subjectId: text().notNull(),
    userId: text().notNull(),
    /** The user's address as it was then. */
    email: text().notNull(),
    text: text().notNull(),
    created: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    oneOf('note_subject', table.subject, noted),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
    index('note_subject_newest').on(table.merchantId, table.subject, table.subjectId, table.created),
  ],
)
