import { sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'

const turn = sql`hashtextextended('book settlement', 0)`

/**
 * Until the transaction ends, nobody else books movements at card services or changes what they are compared with. Must be
 * the first statement of the transaction, so that the next one sees everything that was committed before.
 */
export const takeBookingTurn = (db: Queryable) => db.execute(sql`select pg_advisory_xact_lock(${turn})`)

/** Until the transaction ends, nobody books movements at card services. */
export const pauseBooking = (db: Queryable) => db.execute(sql`select pg_advisory_xact_lock_shared(${turn})`)
