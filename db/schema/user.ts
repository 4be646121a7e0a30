import { bigint, foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Preferences } from '@/server/model/preferences'
import { roles } from '@/server/model/roles'
import { instant, merchantId, oneOf } from './columns'
import { merchant } from './merchant'

/** A dashboard user. Users belong to no merchant: one can work for several. */
export const user = pgTable(
  'user',
  {
    id: text().primaryKey(),
    email: text().notNull(),
    passwordHash: text().notNull(),
    /** Sessions that began before are invalid: the password was changed, or the user signed out everywhere. */
    sessionsFrom: instant(),
    /** The one earlier session that is still valid, as long as `keptAt` is `sessionsFrom`. */
    keptSession: text(),
    keptAt: instant(),
    /**
     * The secret of the second factor (TOTP), encrypted. In force from `totpSince`; until then it waits for its first
     * code.
     */
    totpSecret: text(),
    totpSince: instant(),
    /** The time step of the last code that was used. Each code works once. */
    totpStep: bigint({ mode: 'number' }),
    created: instant().notNull(),
  },
  (table) => [uniqueIndex('user_email').on(table.email)],
)

/** Sessions that were ended before they expired. Kept until they would have expired. */
export const endedSession = pgTable(
  'ended_session',
  {
    userId: text()
      .notNull()
      .references(() => user.id),
    id: text().notNull(),
    ended: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), index('ended_session_date').on(table.ended)],
)

export const membership = pgTable(
  'membership',
  {
    merchantId: merchantId(),
    userId: text()
      .notNull()
      .references(() => user.id),
    role: text({ enum: roles }).notNull(),
    /** What the user chose for this merchant: columns of lists, notifications. */
    preferences: jsonb().$type<Preferences>().notNull().default({}),
    created: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.userId] }),
    oneOf('membership_role', table.role, roles),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
    // For finding a user's merchants.
    index('membership_user').on(table.userId),
  ],
)

/** Recovery codes. Each can replace the second factor once. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    userId: text()
      .notNull()
      .references(() => user.id),
    hash: text().notNull(),
    used: instant(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
)

/** Lets a user who forgot the password choose another, once. Its key is only in the link, which is mailed or printed. */
export const passwordReset = pgTable(
  'password_reset',
  {
    keyHash: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => user.id),
    created: instant().notNull(),
    expires: instant().notNull(),
    used: instant(),
  },
  (table) => [index('password_reset_user').on(table.userId, table.created)],
)

/**
 * An invitation to a merchant's team. Its key is only in the link, which is mailed or printed, so its hash is looked
 * up before the merchant is known.
 */
export const invitation = pgTable(
  'invitation',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    keyHash: text().notNull(),
    email: text().notNull(),
    role: text({ enum: roles }).notNull(),
    /** The user; empty for the operator. */
    invitedBy: text().notNull(),
    created: instant().notNull(),
    expires: instant().notNull(),
    accepted: instant(),
    withdrawn: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    oneOf('invitation_role', table.role, roles),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
    uniqueIndex('invitation_key').on(table.keyHash),
  ],
)

/** Named filters of a list. */
export const savedView = pgTable(
  'saved_view',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    userId: text()
      .notNull()
      .references(() => user.id),
    /** Which list, by its noun. */
    list: text().notNull(),
    name: text().notNull(),
    /** The filters as in the list's address. */
    query: text().notNull(),
    created: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
    index('saved_view_user').on(table.merchantId, table.userId, table.list),
  ],
)
