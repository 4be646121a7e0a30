import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { DifferenceDetails } from '@/server/model/difference'
import { differenceKinds } from '../../server/model/difference'
import { instant, merchantId, oneOf } from './columns'
import { merchant } from './merchant'

const causes = ['command', 'daily', 'user'] as const
/** `adopted`: recorded as events. `noted`: seen, but cannot be recorded. `gone`: not found by a later comparison. */
const differenceStates = ['open', 'adopted', 'noted', 'gone'] as const

/** A comparison of Kassa's books with those of card services. */
export const reconciliation = pgTable(
  'reconciliation',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    cause: text({ enum: causes }).notNull(),
    /** Covers what was created from the first instant and before the second or, without one, its start. */
    rangeFrom: instant().notNull(),
    rangeTo: instant(),
    started: instant().notNull(),
    /** Null while it is running, and forever if its process was stopped. */
    finished: instant(),
    orders: integer().notNull().default(0),
    payments: integer().notNull().default(0),
    inProgress: integer().notNull().default(0),
    /** How many differences it found, noted ones included. */
    found: integer().notNull().default(0),
    adopted: integer().notNull().default(0),
    /** Why it ended early. */
    error: text(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
    oneOf('reconciliation_cause', table.cause, causes),
    index('reconciliation_newest').on(table.merchantId, table.started),
  ],
)

/** A difference between Kassa's books and those of a card service. */
export const difference = pgTable(
  'difference',
  {
    merchantId: merchantId(),
    service: text().notNull(),
    /** Identifies it, whatever its amounts are. */
    key: text().notNull(),
    kind: text({ enum: differenceKinds }).notNull(),
    state: text({ enum: differenceStates }).notNull(),
    orderId: text(),
    /** The authorisation at the card service. */
    reference: text(),
    details: jsonb().$type<DifferenceDetails>().notNull(),
    /** Whether it can be recorded as events. */
    adoptable: boolean().notNull(),
    /** Whether the team has had a mail about it. */
    reported: boolean().notNull().default(false),
    found: instant().notNull(),
    changed: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.service, table.key] }),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
    oneOf('difference_kind', table.kind, differenceKinds),
    oneOf('difference_state', table.state, differenceStates),
    index('difference_state_found').on(table.merchantId, table.state, table.found),
    index('difference_order').on(table.merchantId, table.orderId),
  ],
)
