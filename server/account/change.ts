import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '@/db/client'
import { account, method } from '@/db/schema'
import type { Context } from '../context'
import { invalidContent } from '../error/error'
import { subscriptionsOf } from '../subscription/queries'
import { methodRows, storeCards, writeMethods } from './attach'
import { type AccountRecord, lockAccount, type MethodRow, methodsOf, requireAccount } from './queries'
import type { Customer, MethodCreatable, MethodSelection } from './schemas'

/** Reads an account with its methods and subscriptions. Throws `not found`. */
export async function readAccount({ db, merchant }: Context, id: string): Promise<AccountRecord> {
  const row = await requireAccount(db, merchant.id, id)
  const [methods, subscriptions] = await Promise.all([
    methodsOf(db, merchant.id, id),
    subscriptionsOf(db, merchant.id, id),
  ])
  return { ...row, methods, subscriptions }
}

/** Replaces the whole customer of an account. Throws `not found`. */
export async function replaceCustomer(
  { db, merchant }: Context,
  id: string,
  customer: Customer,
): Promise<Customer> {
  await requireAccount(db, merchant.id, id)
  await db
    .update(account)
    .set({ customer })
    .where(and(eq(account.merchantId, merchant.id), eq(account.id, id)))
  return customer
}

/** Adds a card to an account and uses its one-time token up. The first card becomes the default. */
export async function addMethod(context: Context, id: string, input: MethodCreatable): Promise<MethodRow> {
  const { db, merchant } = context
  await requireAccount(db, merchant.id, id)
  const stored = await storeCards(context, [input], () => 'card')
  return db.transaction(async (tx) => {
    await lockAccount(tx, merchant.id, id)
    const [added] = await methodRows(context, id, await methodsOf(tx, merchant.id, id), stored)
    if (!added) throw new Error('A stored card made no method')
    await writeMethods(tx, [added])
    await settleStatus(tx, merchant.id, id, true)
    return added
  })
}

/**
 * Keeps the named methods of an account, in that order, the first as the default; the others go.
 * Throws `invalid content` on a token that names no method of the account, or one named twice.
 */
export function selectMethods(
  context: Context,
  id: string,
  selection: MethodSelection,
): Promise<MethodRow[]> {
  const { db, merchant } = context
  return db.transaction(async (tx) => {
    await lockAccount(tx, merchant.id, id)
    const existing = await methodsOf(tx, merchant.id, id)
    const kept = selection.map(({ token }, position) => {
      const row = existing.find((candidate) => candidate.token === token)
      const property = `[${position}].token`
      if (!row)
        throw invalidContent(
          'Method',
          'No such method on this account. Use the token of one of its methods.',
          { property },
        )
      if (selection.findIndex((other) => other.token === token) !== position) {
        throw invalidContent('Method', 'This method is named twice. Name each method once.', { property })
      }
      return { ...row, position }
    })
    for (const row of existing) {
      const place = kept.find(({ id: keptId }) => keptId === row.id)
      const named = and(eq(method.merchantId, merchant.id), eq(method.accountId, id), eq(method.id, row.id))
      if (!place) await tx.delete(method).where(named)
      else if (place.position !== row.position)
        await tx.update(method).set({ position: place.position }).where(named)
    }
    await settleStatus(tx, merchant.id, id, kept.length > 0)
    return kept
  })
}

/** `active` with a card on file, `created` without; what is unpaid keeps an account where it is. */
async function settleStatus(
  tx: Transaction,
  merchantId: string,
  id: string,
  hasCard: boolean,
): Promise<void> {
  await tx
    .update(account)
    .set({ status: hasCard ? 'active' : 'created' })
    .where(
      and(
        eq(account.merchantId, merchantId),
        eq(account.id, id),
        sql`${account.status} in ('created', 'active')`,
      ),
    )
}
