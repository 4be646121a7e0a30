import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { account, method } from '@/db/schema'
import { hastenRetries, payUnpaid } from '../billing/retry'
import { countDeclines } from '../card/card-attempt-limits'
import type { Context, InTransaction } from '../core/context'
import { endSessions } from '../link/sessions'
import type { Customer, MethodCreatable, MethodSelection } from '../model/account'
import { fail } from '../model/errors'
import type { Language } from '../model/language'
import { refreshStatus } from '../payment/refresh-status'
import {
  type AccountRecord,
  accountTransaction,
  isAddressOf,
  type MethodRow,
  methodsOf,
  requireAccount,
  setDefaultMethod,
} from '../store/accounts'
import { confirmAccount, confirms } from '../store/confirm-account'
import { subscriptionsOf } from '../store/subscriptions'
import { isOfCustomer, methodRows, storeCards, writeMethods } from './store-cards'
import { withdrawEmailChange } from './withdraw-email-change'

/** Returns an account with its methods and subscriptions. Throws `not-found`. */
export async function readAccount(context: Context, id: string): Promise<AccountRecord> {
  const row = await requireAccount(context, id)
  const [methods, subscriptions] = await Promise.all([methodsOf(context, id), subscriptionsOf(context, id)])
  return { ...row, methods, subscriptions }
}

interface AccountChange {
  id: string
  /** Replaces the whole customer. */
  customer?: Customer
  /** The customer that the new one is based on. */
  expected?: object | null | undefined
  /** Null leaves the language to the customer. */
  language?: Language | null | undefined
}

/**
 * Changes an account. Another address replaces one that waits to be confirmed. If someone other than the customer changes
 * it, sessions opened through links to the old address end: it may be a stranger's. Throws `not-found`;
 * `customer.changed` if the customer is not the expected one.
 */
export async function changeAccount(
  context: Context,
  { id, customer, expected, language }: AccountChange,
): Promise<void> {
  const change = { ...(customer && { customer }), ...(language !== undefined && { language }) }
  await accountTransaction(context, id, async (inside, row) => {
    const { db, merchant, actor } = inside
    // A request that is repeated after a lost response finds the customer that it saved itself.
    const isKnown = [expected, customer].some((each) => isDeepStrictEqual(row.customer, each))
    if (expected !== undefined && !isKnown) throw fail('customer.changed')
    const set = { confirmed: row.confirmed || confirms(actor), ...change }
    await db
      .update(account)
      .set(set)
      .where(and(eq(account.merchantId, merchant.id), eq(account.id, id)))
    const before = row.customer?.email
    if (!customer || customer.email === before) return
    await withdrawEmailChange(inside, id)
    const isOther = before !== undefined && !isAddressOf({ customer }, before)
    if (isOther && actor.kind !== 'account') await endSessions(inside, id)
  })
}

/** Replaces the whole customer of an account. Throws `not-found`. */
export async function replaceCustomer(
  context: Context,
  { id, customer }: { id: string; customer: Customer },
): Promise<Customer> {
  await changeAccount(context, { id, customer })
  return customer
}

interface MethodRequest {
  id: string
  method: MethodCreatable
  /** The order whose payment link the card was entered on. */
  order?: string
}

/**
 * Adds a card to an account and uses up its one-time token. The first card becomes the default. So does a card that is
 * added while something is unpaid, and the payment is retried with it immediately. If a public key, which anyone may
 * hold, adds another card, it becomes the default only by paying. A decline counts towards the limits of public and
 * account keys, like one of any other card: each is mailed to the customer.
 */
export async function addMethod(context: Context, request: MethodRequest): Promise<MethodRow> {
  const { id } = request
  let tried: MethodRow | undefined
  const added = await storeMethod(context, request, async (inside, row, existing) => {
    if (context.actor.kind === 'public' && existing.length > 0) tried = row
    else if (await hastenRetries(inside, id)) await setDefaultMethod(inside.db, row, existing)
  })
  if (!isOfCustomer(context, added)) await countDeclines(context, await payUnpaid(context, id, tried))
  return added
}

/** Like `addMethod`, but always makes the card the default and pays nothing with it: the caller pays one order. */
export const addDefaultMethod = (context: Context, request: MethodRequest): Promise<MethodRow> =>
  storeMethod(context, request, (inside, row, existing) => setDefaultMethod(inside.db, row, existing))

async function storeMethod(
  context: Context,
  { id, method, order }: MethodRequest,
  place: (inside: InTransaction, row: MethodRow, existing: readonly MethodRow[]) => Promise<void>,
): Promise<MethodRow> {
  await requireAccount(context, id)
  const stored = await storeCards(context, { account: id, order, methods: [method], path: () => 'card' })
  return accountTransaction(context, id, async (inside, locked) => {
    const existing = await methodsOf(inside, id)
    const [row] = await methodRows(context, { accountId: id, existing, stored })
    if (!row) throw new Error('A stored card made no method')
    if (isOfCustomer(context, row)) return row
    await confirmAccount(inside, locked)
    await writeMethods(inside.db, [row])
    await place(inside, row, existing)
    await refreshStatus(inside, [id])
    return row
  })
}

/**
 * Keeps the named methods of an account in that order, the first as the default, and removes the others. With a new
 * default, unpaid orders are retried immediately. Throws `method.unknown` or `method.repeated`.
 */
export const selectMethods = (
  context: Context,
  { id, selection }: { id: string; selection: MethodSelection },
): Promise<MethodRow[]> =>
  rearrangeMethods(context, id, (existing) =>
    selection.map(({ token }, position) => {
      const row = existing.find((candidate) => candidate.token === token)
      const field = `[${position}].token`
      if (!row) throw fail('method.unknown', { field })
      if (selection.findIndex((other) => other.token === token) !== position) {
        throw fail('method.repeated', { field })
      }
      return row
    }),
  )

/** Keeps the methods that `choose` returns, in their order. `choose` is called under a lock. */
export async function rearrangeMethods(
  context: Context,
  id: string,
  choose: (
    existing: readonly MethodRow[],
    inside: InTransaction,
  ) => readonly MethodRow[] | Promise<readonly MethodRow[]>,
): Promise<MethodRow[]> {
  const { merchant } = context
  const selected = await accountTransaction(context, id, async (inside, locked) => {
    await confirmAccount(inside, locked)
    const existing = await methodsOf(inside, id)
    const kept = (await choose(existing, inside)).map((row, position) => ({ ...row, position }))
    for (const row of existing) {
      const place = kept.find(({ id: keptId }) => keptId === row.id)
      const named = and(eq(method.merchantId, merchant.id), eq(method.accountId, id), eq(method.id, row.id))
      if (!place) await inside.db.delete(method).where(named)
      else if (place.position !== row.position)
        await inside.db.update(method).set({ position: place.position }).where(named)
    }
    const isNewDefault = kept[0] !== undefined && kept[0].id !== existing[0]?.id
    if (isNewDefault) await hastenRetries(inside, id)
    await refreshStatus(inside, [id])
    return { kept, isNewDefault }
  })
  if (selected.isNewDefault) await payUnpaid(context, id)
  return selected.kept
}
