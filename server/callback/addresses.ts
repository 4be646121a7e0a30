import { eq } from 'drizzle-orm'
import type { Transaction } from '@/db/client'
import { merchant as merchants } from '@/db/schema'
import type { Context } from '../core/context'
import { fail } from '../model/errors'
import type { CallbackAddress } from './schemas'

/** Each is told of every event: a merchant needs one or two. */
const most = 10

/** The merchant's own callback addresses, oldest first: told of every event. */
export async function listAddresses({ db, merchant }: Pick<Context, 'db' | 'merchant'>): Promise<string[]> {
  const [row] = await db
    .select({ callbacks: merchants.callbacks })
    .from(merchants)
    .where(eq(merchants.id, merchant.id))
  return row?.callbacks ?? []
}

/**
 * Adds one, unless it is there already; answers all. What happens from now on is sent to it.
 * Throws `callback.too-many` when there are ten.
 */
export function addAddress(
  context: Pick<Context, 'db' | 'merchant'>,
  { url }: CallbackAddress,
): Promise<string[]> {
  return change(context, (present) => {
    if (present.includes(url)) return present
    if (present.length >= most) throw fail('callback.too-many', { most })
    return [...present, url]
  })
}

/**
 * Removes one; answers the others. What waits to be delivered to it still is.
 * Throws `not-found` when it is none of them.
 */
export function removeAddress(
  context: Pick<Context, 'db' | 'merchant'>,
  { url }: CallbackAddress,
): Promise<string[]> {
  return change(context, (present) => {
    if (!present.includes(url)) throw fail('not-found', { what: 'callback address' })
    return present.filter((each) => each !== url)
  })
}

function change(
  { db, merchant }: Pick<Context, 'db' | 'merchant'>,
  to: (present: string[]) => string[],
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const callbacks = to(await lockedAddresses(tx, merchant.id))
    await tx.update(merchants).set({ callbacks }).where(eq(merchants.id, merchant.id))
    return callbacks
  })
}

/** Held until the end of the transaction: of two changes at once the second sees the first. */
async function lockedAddresses(tx: Transaction, merchantId: string): Promise<string[]> {
  const [row] = await tx
    .select({ callbacks: merchants.callbacks })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
    .for('no key update')
  return row?.callbacks ?? []
}
