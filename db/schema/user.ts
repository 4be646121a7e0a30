import { bigint, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Role } from '@/server/model/roles'
import { instant, merchantId } from './columns'
import { merchant } from './merchant'

/** A person who signs in. People are no merchant's: one may work for several. */
export const user = pgTable(
  'user',
  {
    id: text().primaryKey(),
    email: text().notNull(),
    passwordHash: text().notNull(),
    /** Sessions that began before are void: the password was changed, or the user signed out everywhere. */
    sessionsFrom: instant(),
    /** The secret of the second factor (TOTP), encrypted. In force from `totpSince` on; before, it waits for its first code. */
    totpSecret: text(),
    totpSince: instant(),
    /** The time step of the last code that was taken: each is taken once. */
    totpStep: bigint({ mode: 'number' }),
    created: instant().notNull(),
  },
  (table) => [uniqueIndex('user_email').on(table.email)],
)

/** Sessions that were signed out before they expired. Kept until they would have expired. */
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

/** Codes that stand in for the second factor, each once. */
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

/** What lets somebody who forgot the password choose another one, once. Its key is in the mail alone. */
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

/** An invitation to work for a merchant. Its key is in the mail alone, so its hash is looked up before the merchant is known. */
export const invitation = pgTable(
  'invitation',
  {
    merchantId: merchantId(),
    id: text().notNull(),
    keyHash: text().notNull(),
    email: text().notNull(),
    role: text().$type<Role>().notNull(),
    invitedBy: text().notNull(),
    created: instant().notNull(),
    expires: instant().notNull(),
    accepted: instant(),
    withdrawn: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
    uniqueIndex('invitation_key').on(table.keyHash),
  ],
)

/** Filters of a list that somebody gave a name. */
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
    /** The filters as the list's address has them. */
    query: text().notNull(),
    created: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    foreignKey({ columns: [table.merchantId], foreignColumns: [merchant.id] }),
    index('saved_view_user').on(table.merchantId, table.userId, table.list),
  ],
)
