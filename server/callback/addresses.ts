import { eq } from 'drizzle-orm'
import { merchant as merchants } from '@/db/schema'
import { type Context, inTransaction, type Scope } from '../core/context'
import { fail } from '../model/errors'
import type { CallbackAddress } from './schemas'

/** Every event is sent to each address. A merchant needs one or two. */
const most = 10

/** Returns the merchant's own callback addresses, oldest first. They receive every event. */
export async function listAddresses({ db, merchant }: Pick<Context, 'db' | 'merchant'>): Promise<string[]> {
  const [row] = await db
    .select({ callbacks: merchants.callbacks })
    .from(merchants)
    .where(eq(merchants.id, merchant.id))
  return row?.callbacks ?? []
}

/**
 * Adds an address unless it already exists, and returns all addresses. It receives events from now on. Throws
 * `callback.too-many` when there are ten.
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
 * Removes an address and returns the others. Deliveries that are already waiting still go to it. Throws `not-found`
 * for an unknown address.
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
  context: Pick<Context, 'db' | 'merchant'>,
  to: (present: string[]) => string[],
): Promise<string[]> {
  return inTransaction(context, async (inside) => {
    const { db, merchant } = inside
    const callbacks = to(await lockedAddresses(inside))
    await db.update(merchants).set({ callbacks }).where(eq(merchants.id, merchant.id))
    return callbacks
  })
}

/** Locks the merchant until the transaction ends, so that the second of two simultaneous changes sees the first. */
async function lockedAddresses({ db, merchant }: Scope): Promise<string[]> {
  const [row] = await db
    .select({ callbacks: merchants.callbacks })
    .from(merchants)
    .where(eq(merchants.id, merchant.id))
    .for('no key update')
  return row?.callbacks ?? []
}
