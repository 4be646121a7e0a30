import { and, eq, sql } from 'drizzle-orm'
import { callbackDelivery } from '@/db/schema'
import type { Context } from '../core/context'
import { fail } from '../model/errors'
import { isDelivery } from './queries'
import type { CallbackAddress } from './schemas'
import { type DeliveryRow, writeTestCallback } from './write'

/** Resets a delivery: due now, and tried for another three days. The id and the body stay. */
const restarted = { status: 'waiting', queued: sql`now()`, nextAttempt: sql`now()` } as const

/** Delivers a callback again, whatever its status. Throws `not-found`. */
export async function replayDelivery(
  { db, merchant }: Pick<Context, 'db' | 'merchant'>,
  id: string,
): Promise<DeliveryRow> {
  const [row] = await db
    .update(callbackDelivery)
    .set(restarted)
    .where(isDelivery(merchant.id, id))
    .returning()
  if (!row) throw fail('not-found', { what: 'callback' })
  return row
}

/** Delivers all failed callbacks again, to one address or to all. Returns how many there are. */
export async function replayFailed(
  { db, merchant }: Pick<Context, 'db' | 'merchant'>,
  address?: string,
): Promise<number> {
  const replayed = await db
    .update(callbackDelivery)
    .set(restarted)
    .where(
      and(
        eq(callbackDelivery.merchantId, merchant.id),
        // Written into the statement, to match the index of failed deliveries.
        sql`${callbackDelivery.status} = 'failed'`,
        address === undefined ? undefined : eq(callbackDelivery.url, address),
      ),
    )
  return replayed.count
}

/** Sends a callback of type `test` to an address. */
export async function sendTestCallback(
  context: Pick<Context, 'db' | 'merchant' | 'clock'>,
  { url }: CallbackAddress,
): Promise<DeliveryRow> {
  const [written] = await writeTestCallback(context, url)
  if (!written) throw new Error('The callback was written and is not there')
  return written
}
