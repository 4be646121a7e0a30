import { sql } from 'drizzle-orm'
import { foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { CardFacts, DeclineCode } from '@/server/model/card/service'
import { account } from './account'
import { instant, merchantId } from './columns'
import { order } from './order'

/** A card that the card service declined to store. It moves no money and is on no account, so nothing else refers to it. */
export const declinedCard = pgTable(
  'declined_card',
  {
    merchantId: merchantId(),
    /** The id of the request to the card service, so that the request repeated after a crash adds no second row. */
    id: uuid().notNull(),
    /** The account that it was for; null if the account was not created because of it. */
    accountId: text(),
    /** The order whose payment link it was entered on. */
    orderId: text(),
    /** Null if the card service no longer describes the card. */
    card: jsonb().$type<Pick<CardFacts, 'scheme' | 'last4' | 'expires'>>(),
    code: text().$type<DeclineCode>().notNull(),
    /** Who requested it, as on operations. */
    actor: text(),
    created: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    foreignKey({
      columns: [table.merchantId, table.accountId],
      foreignColumns: [account.merchantId, account.id],
    }),
    foreignKey({ columns: [table.merchantId, table.orderId], foreignColumns: [order.merchantId, order.id] }),
    // For the list of failed attempts, newest first, and for those of one order.
    index('declined_card_newest').on(table.merchantId, table.created, table.id),
    index('declined_card_order').on(table.merchantId, table.orderId).where(sql`${table.orderId} is not null`),
  ],
)
