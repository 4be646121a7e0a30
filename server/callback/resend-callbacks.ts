import { and, eq, inArray, sql } from 'drizzle-orm'
import { callbackDelivery } from '@/db/schema'
import type { Scope, TimedScope } from '../core/context'
import { fail } from '../model/errors'
import { leaseSeconds } from './claim'
import { isDelivery } from './list-deliveries'
import type { CallbackAddress } from './schemas'
import { type DeliveryRow, writeTestCallback } from './write'

/** Resets a delivery: due now, and retried for another three days. The id and the body stay. */
const restarted = { status: 'waiting', queued: sql`now()`, nextAttempt: sql`now()` } as const

/** Resends a callback, whatever its status. Throws `not-found`. */
export async function resendDelivery({ db, merchant }: Scope, id: string): Promise<DeliveryRow> {
  const [row] = await db
    .update(callbackDelivery)
    .set(restarted)
    .where(isDelivery(merchant.id, id))
    .returning()
  if (!row) throw fail('not-found', { what: 'callback' })
  return row
}

/** How many callbacks can be chosen and resent at a time. */
export const maxResent = 100

/** Resends several callbacks, whatever their status. Returns how many; those that do not exist are left out. */
export async function resendDeliveries({ db, merchant }: Scope, ids: readonly string[]): Promise<number> {
  const resent = await db
    .update(callbackDelivery)
    .set(restarted)
    .where(and(eq(callbackDelivery.merchantId, merchant.id), inArray(callbackDelivery.id, [...ids])))
  return resent.count
}

/** How many failed callbacks are resent at a time: few enough for one short transaction. */
const maxFailed = 10_000

/**
 * Callbacks that were given up, and those to be retried later, which no worker is sending now. Written into the statement,
 * to match their indexes.
 */
const failures = [
  sql`${callbackDelivery.status} = 'failed'`,
  sql`${callbackDelivery.status} = 'waiting' and ${callbackDelivery.attempts} > 0
    and ${callbackDelivery.nextAttempt} > now() + make_interval(secs => ${sql.raw(String(leaseSeconds))})`,
]

/**
 * Resends failed callbacks, the oldest first, to one address or to all: up to 10,000. Those that will be retried anyway
 * are sent at once. Returns how many, and whether there are more.
 */
export async function resendFailed(
  { db, merchant }: Scope,
  address?: string,
): Promise<{ count: number; isMore: boolean }> {
  const { merchantId, id, url, created } = callbackDelivery
  const [givenUp, failing] = failures.map((failure) =>
    db
      .select({ id, created })
      .from(callbackDelivery)
      .where(and(eq(merchantId, merchant.id), failure, address === undefined ? undefined : eq(url, address)))
      .orderBy(created, id)
      .limit(maxFailed),
  )
  const oldest = sql`(select id from (${givenUp} union all ${failing}) failure order by created, id limit ${maxFailed})`
  const { count } = await db
    .update(callbackDelivery)
    .set(restarted)
    .where(and(eq(merchantId, merchant.id), sql`${id} in ${oldest}`))
  return { count, isMore: count === maxFailed }
}

/** Sends a callback of type `test` to an address. */
export async function sendTestCallback(context: TimedScope, { url }: CallbackAddress): Promise<DeliveryRow> {
  const [written] = await writeTestCallback(context, url)
  if (!written) throw new Error('The callback was written and is not there')
  return written
}
