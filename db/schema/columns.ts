import { sql } from 'drizzle-orm'
import { bigint, check, customType, numeric, type PgColumn, text, timestamp } from 'drizzle-orm/pg-core'

/** Columns that many tables share. Every primary, unique and foreign key starts with the merchant. */
export const merchantId = () => text().notNull()

/** A time, stored with milliseconds: what the interface shows is what is compared. */
export const instant = () => timestamp({ precision: 3, withTimezone: true, mode: 'date' })

/** An amount in minor units of the row's currency. */
export const minorUnits = () => bigint({ mode: 'bigint' })

/** Any number of amounts in minor units, added up. */
export const sumOfMinorUnits = () => numeric({ mode: 'bigint', precision: 38 })

/** A file. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** A check that a column holds one of its values. */
export const oneOf = (name: string, column: PgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`)
