import { type SQL, sql } from 'drizzle-orm'
import { Gauge } from 'prom-client'
import type { Queryable } from '@/db/client'
import {
  callbackDelivery,
  difference,
  mail,
  merchant,
  operation,
  serviceNotice,
  subscription,
  unbooked,
} from '@/db/schema'
import { inTime } from '../core/in-time'
import { log } from '../core/log'
import { registry } from './recorders'

/** The first date that a merchant has to bill, by the index of the billing run. */
const firstDue = sql`(
  select min(${subscription.due}) from ${subscription}
  where ${subscription.merchantId} = ${merchant.id} and ${subscription.due} is not null and not ${subscription.paused})`

/** Since when the oldest work of each kind has been due. Null if none waits; a time to come if none is due yet. */
const oldest = {
  operations: sql`select min(${operation.attempted}) from ${operation} where ${operation.status} = 'pending'`,
  // From the beginning of the day. A clock that is being moved bills on its way.
  billing: sql`
    select min(${firstDue}::timestamp at time zone ${merchant.timeZone} - ${merchant.clockAhead} * interval '1 millisecond')
    from ${merchant} where ${merchant.clockMoving} is null or ${merchant.clockMoving} < now()`,
  bookings: sql`select min(${unbooked.date}) from ${unbooked}`,
  callbacks: sql`select min(${callbackDelivery.nextAttempt}) from ${callbackDelivery} where ${callbackDelivery.status} = 'waiting'`,
  mail: sql`select min(${mail.nextAttempt}) from ${mail} where ${mail.status} = 'waiting'`,
  notices: sql`select min(${serviceNotice.attempted}) from ${serviceNotice} where ${serviceNotice.processed} is null`,
  jobs: sql`select min(run_at) from graphile_worker.jobs where locked_at is null and attempts < max_attempts`,
} satisfies Record<string, SQL>

/** How long the database may take. Prometheus waits for ten seconds by default. */
const timeoutMs = 5_000
const tooSlow = () => new Error(`No response within ${timeoutMs} ms`)

/**
 * Returns a function that measures what waits for the worker in the whole installation. All web processes report the same.
 */
export function backlogMeter(db: Pick<Queryable, 'execute'>): () => Promise<void> {
  const registers = [registry]
  const up = new Gauge({
    name: 'kassa_database_up',
    help: 'Whether the database responded within five seconds: 1 or 0.',
    registers,
  })
  const waiting = new Gauge({
    name: 'kassa_waiting_seconds',
    help: 'How long the oldest work of each kind has been due; 0 if none is due.',
    labelNames: ['work'],
    registers,
  })
  const differences = new Gauge({
    name: 'kassa_open_differences',
    help: 'Differences between the books of Kassa and those of card services that nobody has resolved.',
    registers,
  })
  return async () => {
    try {
      const { open, ...seconds } = await inTime(readBacklog(db), timeoutMs, tooSlow)
      up.set(1)
      differences.set(open)
      for (const [work, late] of Object.entries(seconds)) waiting.set({ work }, late)
    } catch (error) {
      log.warn({ err: error }, 'The backlog of the worker could not be measured')
      up.set(0)
      differences.remove()
      waiting.reset()
    }
  }
}

async function readBacklog(
  db: Pick<Queryable, 'execute'>,
): Promise<Record<keyof typeof oldest | 'open', number>> {
  const late = Object.entries(oldest).map(
    ([work, since]) =>
      sql`greatest(0, extract(epoch from now() - (${since})))::float8 as ${sql.identifier(work)}`,
  )
  const open = sql`(select count(*)::int from ${difference} where ${difference.state} = 'open') as open`
  const [row] = await db.execute<Record<keyof typeof oldest | 'open', number>>(
    sql`select ${sql.join([...late, open], sql`, `)}`,
  )
  if (!row) throw new Error('A query for one row returned none')
  return row
}
