import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { disputeStates, entryKinds, payoutStates } from '@/server/model/card/settlement'
import { instant, merchantId, minorUnits, oneOf } from './columns'
import { merchant } from './merchant'
import { order } from './order'

/** A payment that its cardholder disputes, as the card service last described it. */
export const dispute = pgTable(
  'dispute',
  {
    merchantId: merchantId(),
    service: text().notNull(),
    /** The card service's id. */
    id: text().notNull(),
    /** Null for a payment that did not come through Kassa. */
    orderId: text(),
    /** The payment at the card service. */
    authorisation: text().notNull(),
    amount: minorUnits().notNull(),
    currency: text().notNull(),
    reason: text().notNull(),
    state: text({ enum: disputeStates }).notNull(),
    /** The bank only asks: no money has been taken back. */
    isInquiry: boolean().notNull(),
    opened: instant().notNull(),
    /** Until when evidence is accepted. */
    due: instant(),
    /** When Kassa learned how it was decided; null if it had been decided before Kassa learned of it. */
    decided: instant(),
    /** The loss recorded in the journal: minor units, negative. */
    writtenOff: minorUnits().notNull().default(sql`0`),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.service, table.id] }),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
    foreignKey({ columns: [table.merchantId, table.orderId], foreignColumns: [order.merchantId, order.id] }),
    oneOf('dispute_state', table.state, disputeStates),
    index('dispute_due').on(table.merchantId, table.state, table.due),
    index('dispute_order').on(table.merchantId, table.orderId),
  ],
)

/** Money that a card service has paid to the merchant's bank account. */
export const payout = pgTable(
  'payout',
  {
    merchantId: merchantId(),
    service: text().notNull(),
    /** The card service's id. */
    id: text().notNull(),
    amount: minorUnits().notNull(),
    currency: text().notNull(),
    state: text({ enum: payoutStates }).notNull(),
    created: instant().notNull(),
    arrives: instant().notNull(),
    /** Whether all of its entries are stored. */
    isComplete: boolean().notNull(),
    /** False if the card service never reports which entries it consists of. */
    isItemised: boolean().notNull().default(true),
    /** Whether the journal has it. */
    isBooked: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.service, table.id] }),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
    oneOf('payout_state', table.state, payoutStates),
    index('payout_newest').on(table.merchantId, table.created, table.id),
    // For the worker, across merchants.
    index('payout_unbooked').on(table.state).where(sql`not ${table.isBooked}`),
  ],
)

/** A movement of money on a merchant's balance at a card service: a charge, a refund, a fee. */
export const settlementEntry = pgTable(
  'settlement_entry',
  {
    merchantId: merchantId(),
    service: text().notNull(),
    /** The card service's id. */
    id: text().notNull(),
    kind: text({ enum: entryKinds }).notNull(),
    /** Positive if the balance grows. `net` is the amount without the fee. */
    amount: minorUnits().notNull(),
    fee: minorUnits().notNull(),
    net: minorUnits().notNull(),
    currency: text().notNull(),
    /** The payment at the card service that it is about. */
    authorisation: text(),
    /** Null if it is about no order of Kassa. */
    orderId: text(),
    /** Null until it is paid out. */
    payoutId: text(),
    date: instant().notNull(),
    /** Whether the journal has what is to be booked of it. */
    isBooked: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.service, table.id] }),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
    oneOf('settlement_entry_kind', table.kind, entryKinds),
    index('settlement_entry_order')
      .on(table.merchantId, table.orderId)
      .where(sql`${table.orderId} is not null`),
    // For entries whose order becomes known later.
    index('settlement_entry_unknown')
      .on(table.merchantId, table.service, table.date)
      .where(sql`${table.orderId} is null and ${table.authorisation} is not null`),
    index('settlement_entry_payout').on(table.merchantId, table.service, table.payoutId),
    // Fees per day: the index contains everything that the sums need.
    index('settlement_entry_fees')
      .on(table.merchantId, table.date, table.currency, table.kind, table.amount, table.fee)
      .where(sql`${table.fee} <> 0 or ${table.kind} = 'fee'`),
    // For the worker, across merchants.
    index('settlement_entry_unbooked').on(table.date).where(sql`not ${table.isBooked}`),
  ],
)
