import { eq } from 'drizzle-orm'
import type * as z from 'zod'
import { merchant as merchants } from '@/db/schema'
import { inTransaction, type Scope } from '../core/context'
import type { CallbackType } from '../model/callback'
import { fail } from '../model/errors'
import type { AddressTypes, CallbackAddress } from './schemas'

/** Every event is sent to each address. A merchant needs one or two. */
const max = 10

/** A callback address of the merchant. `types`: the events that it gets; null for every event. */
export interface OwnAddress {
  url: string
  types: CallbackType[] | null
}

/** Returns the merchant's own callback addresses, oldest first. */
export async function listAddresses({ db, merchant }: Scope): Promise<OwnAddress[]> {
  const [row] = await db
    .select({ callbacks: merchants.callbacks, types: merchants.callbackTypes })
    .from(merchants)
    .where(eq(merchants.id, merchant.id))
  return (row?.callbacks ?? []).map((url) => ({ url, types: row?.types[url] ?? null }))
}

/**
 * Adds an address unless it already exists, and returns all addresses. It receives events from now on. Throws
 * `callback.too-many` when there are ten.
 */
export function addAddress(context: Scope, { url }: CallbackAddress): Promise<string[]> {
  return change(context, (present) => {
    if (present.includes(url)) return present
    if (present.length >= max) throw fail('callback.too-many', { max })
    return [...present, url]
  })
}

/**
 * Removes an address and returns the others. Deliveries that are already waiting still go to it. Throws `not-found`
 * for an unknown address.
 */
export function removeAddress(context: Scope, { url }: CallbackAddress): Promise<string[]> {
  return change(context, (present, chosen) => {
    if (!present.includes(url)) throw fail('not-found', { what: 'callback address' })
    delete chosen[url]
    return present.filter((each) => each !== url)
  })
}

/**
 * Chooses the events that an address gets from now on; null for every event. Throws `not-found` for an unknown address.
 */
export async function changeAddressTypes(
  context: Scope,
  { url, types }: z.infer<typeof AddressTypes>,
): Promise<void> {
  await change(context, (present, chosen) => {
    if (!present.includes(url)) throw fail('not-found', { what: 'callback address' })
    if (types) chosen[url] = types
    else delete chosen[url]
    return present
  })
}

/** `to` returns the addresses, and may change the types that are chosen for them. */
function change(
  context: Scope,
  to: (present: string[], chosen: Record<string, CallbackType[]>) => string[],
): Promise<string[]> {
  return inTransaction(context, async ({ db, merchant }) => {
    const isOwn = eq(merchants.id, merchant.id)
    // Locked until the transaction ends, so that the second of two simultaneous changes sees the first.
    const [row] = await db
      .select({ callbacks: merchants.callbacks, callbackTypes: merchants.callbackTypes })
      .from(merchants)
      .where(isOwn)
      .for('no key update')
    const callbackTypes = { ...row?.callbackTypes }
    const callbacks = to(row?.callbacks ?? [], callbackTypes)
    await db.update(merchants).set({ callbacks, callbackTypes }).where(isOwn)
    return callbacks
  })
}
