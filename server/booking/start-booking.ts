import { and, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { Queryable } from '@/db/client'
import { document, type Merchant, merchant, unbooked } from '@/db/schema'
import { contextOf } from '../core/context'
import { type FaultLog, faultLog } from '../core/fault-log'
import { type Repeated, repeated } from '../core/repeat'
import type { Runtime } from '../core/runtime'
import { waitsFor } from '../document/issue-documents'
import { bookNext, fullBatch } from './book'

/**
 * The pause between rounds. Movements that arrive during the pause share the cost of one batch. With NOTIFY, they would
 * be booked earlier, but commits of charges would wait for each other.
 */
const pauseMs = 1000
const pauseAfterFaultMs = 5000
/** After this many rounds, it also looks for documents that waited for company details. */
const waitingEvery = 5
/** How many merchants are booked at once. */
const merchantsAtOnce = 2

/**
 * Starts to book movements of money. Any number of processes may do this on one database. `mayBook` throws if nothing may
 * be booked now.
 */
export function startBooking(
  runtime: Runtime,
  mayBook: () => Promise<void> = () => Promise.resolve(),
): Repeated {
  let count = 0
  const faults = new Map<string, FaultLog>()
  return repeated(
    async (signal) => {
      await bookRound(runtime, { withWaiting: count++ % waitingEvery === 0, signal, mayBook, faults })
      return pauseMs
    },
    { work: 'Booking movements of money', pauseAfterFaultMs },
  )
}

interface Round {
  withWaiting: boolean
  signal: AbortSignal
  mayBook: () => Promise<void>
  /** Of the merchants whose movements could not be booked. */
  faults: Map<string, FaultLog>
}

async function bookRound(runtime: Runtime, { withWaiting, signal, mayBook, faults }: Round): Promise<void> {
  const owners = await merchantsToBook(runtime.db, { withWaiting })
  if (owners.length > 0) await mayBook()
  await pLimit(merchantsAtOnce).map(owners, async (owner) => {
    const context = contextOf(runtime, owner)
    try {
      while ((await bookNext(context, { wait: false })) >= fullBatch && !signal.aborted);
      faults.get(owner.id)?.worked()
    } catch (error) {
      // Nothing is lost: it is booked in a later round. No other merchant may suffer.
      const known = faults.get(owner.id) ?? faultLog('Booking movements of money', { merchant: owner.id })
      faults.set(owner.id, known)
      known.failed(error)
    }
  })
}

/** Returns the merchants with movements to book and, if wanted, those whose waiting documents can be issued. */
async function merchantsToBook(
  db: Queryable,
  { withWaiting }: { withWaiting: boolean },
): Promise<Merchant[]> {
  const busy = await merchantsIn(db, sql`${unbooked}`)
  const waiting = withWaiting ? await merchantsIn(db, sql`${document}`, sql`and number is null`) : []
  const ids = [...new Set([...busy, ...waiting])]
  if (ids.length === 0) return []
  const { clockMoving } = merchant
  const owners = await db
    .select()
    .from(merchant)
    // Moving a clock books each day on the way.
    .where(and(inArray(merchant.id, ids), or(isNull(clockMoving), lt(clockMoving, sql`now()`))))
  const isBusy = new Set(busy)
  return owners.filter((owner) => isBusy.has(owner.id) || waitsFor(owner).length === 0)
}

/** Skips through the index from merchant to merchant: many rows of one merchant cost no more than one. */
async function merchantsIn(db: Queryable, table: ReturnType<typeof sql>, only = sql``): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    with recursive found as (
      (select merchant_id as id from ${table} where true ${only} order by merchant_id limit 1)
      union all
      select next.id from found cross join lateral (
        select merchant_id as id from ${table} where merchant_id > found.id ${only} order by merchant_id limit 1
      ) next
    )
    select id from found`)
  return rows.map(({ id }) => id)
}
