import { and, asc, eq } from 'drizzle-orm'
import { account, method, order } from '@/db/schema'
import { noteRemovedCards } from '../card/remove-cards'
import type { Context, Scope } from '../core/context'
import { endAccountKeys } from '../key/customer-sessions'
import { isInTheWay } from '../model/erasure'
import { fail } from '../model/errors'
import { refreshStatus } from '../payment/refresh-status'
import {
  type AccountRow,
  accountInTurn,
  isAccount,
  lockAccount,
  methodsOf,
  requireAccount,
} from '../store/accounts'
import { eraseAdditions, onceSettled } from './erase-additions'
import { eraseRecords, eraseViews, wholeAccount } from './erase-records'
import { erasureObstacles } from './erasure-obstacles'

/**
 * Erases the personal data of an account's customer, for good. What bookkeeping needs stays: orders and their events,
 * documents and the journal. Nothing can be added to the account afterwards, only to its orders: erasing it again erases
 * that. Returns whether it was not erased before. Throws `not-found`; `account.in-use` while something still needs the
 * data.
 */
export function eraseAccount(context: Context, id: string): Promise<boolean> {
  const { merchant, clock } = context
  return accountInTurn(context, id, async (inside) => {
    const { erased, customer } = await lockWithOrders(inside, id)
    const all = wholeAccount(inside, id)
    if (erased !== null) {
      const eraseAgain = await eraseAdditions(inside, all)
      if (eraseAgain) await inside.db.update(account).set({ eraseAgain }).where(isAccount(merchant.id, id))
      return false
    }
    const obstacles = await erasureObstacles(inside, all)
    if (isInTheWay(obstacles)) throw fail('account.in-use', { obstacles })
    const cards = await methodsOf(inside, id)
    await inside.db.delete(method).where(and(eq(method.merchantId, merchant.id), eq(method.accountId, id)))
    await noteRemovedCards(inside, { accountId: id, before: cards, now: [] })
    await endAccountKeys(inside, id)
    await eraseRecords(inside, all)
    await eraseViews(inside, customer)
    await inside.db
      .update(account)
      .set({
        ...{ customer: null, metadata: null, tags: null, chosenLanguage: null },
        ...{ confirmed: true, erased: clock.now(), eraseAgain: onceSettled },
      })
      .where(isAccount(merchant.id, id))
    await refreshStatus(inside, [id])
    return true
  })
}

/** Locks an account after its orders, like everything else that locks both. Events of these orders come before or after. */
export async function lockWithOrders(inside: Scope, id: string): Promise<AccountRow> {
  await requireAccount(inside, id)
  await inside.db
    .select({ id: order.id })
    .from(order)
    .where(and(eq(order.merchantId, inside.merchant.id), eq(order.accountId, id)))
    .orderBy(asc(order.id))
    .for('no key update')
  return lockAccount(inside, id)
}
