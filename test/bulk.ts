import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'

/** Runs statements that write many rows, without the limit of 30 s: a busy machine may need longer. */
export const runBulk = (db: Database, statements: SQL[]): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    for (const statement of statements) await tx.execute(statement)
  })

/** The columns of an order that hold its payment, to copy one. */
export const paymentColumns = sql.raw(
  'service, payment_reference, scheme, last4, expiry_month, expiry_year, card',
)
