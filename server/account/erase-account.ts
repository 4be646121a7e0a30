import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { account, method, order } from '@/db/schema'
import { noteRemovedCards } from '../card/remove-cards'
import { minutes } from '../core/clock'
import { type Context, inTransaction, type Scope } from '../core/context'
import type { Runtime } from '../core/runtime'
import { endAccountKeys } from '../key/customer-sessions'
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
import { callbacksWait, eraseOrders, eraseTraces, eraseViews } from './erase-records'
import { erasureObstacles } from './erasure-obstacles'

/** Longer than any request that was running while an account was erased. */
const settlingMs = minutes(10)
const onceSettled = sql`now() + make_interval(secs => ${settlingMs / 1000})`

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
    if (erased !== null) {
      await eraseOrders(inside, id)
      await eraseTraces(inside, id)
      return false
    }
    const obstacles = await erasureObstacles(inside, id)
    if (Object.values(obstacles).some((count) => count > 0)) throw fail('account.in-use', { obstacles })
    const cards = await methodsOf(inside, id)
    await inside.db.delete(method).where(and(eq(method.merchantId, merchant.id), eq(method.accountId, id)))
    await noteRemovedCards(inside, { accountId: id, before: cards, now: [] })
    await endAccountKeys(inside, id)
    await eraseOrders(inside, id)
    await eraseTraces(inside, id)
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

/**
 * Erases what requests that were running while an account was erased wrote about it afterwards, such as an order that had
 * already read the card, and what receivers respond to callbacks that still waited. An error with one account does not
 * stop the others.
 */
export async function eraseLateTraces(
  { db }: Pick<Runtime, 'db'>,
  onError: (error: unknown, account: { id: string; merchantId: string }) => void,
): Promise<void> {
  const due = await db
    .select({ id: account.id, merchantId: account.merchantId })
    .from(account)
    .where(lte(account.eraseAgain, sql`now()`))
  for (const { id, merchantId } of due)
    await inTransaction({ db, merchant: { id: merchantId } }, async (inside: Scope) => {
      await lockWithOrders(inside, id)
      await eraseOrders(inside, id)
      await eraseTraces(inside, id)
      const { running } = await erasureObstacles(inside, id)
      const eraseAgain = running > 0 || (await callbacksWait(inside, id)) ? onceSettled : null
      await inside.db.update(account).set({ eraseAgain }).where(isAccount(merchantId, id))
    }).catch((error: unknown) => onError(error, { id, merchantId }))
}

/** Locks an account after its orders, like everything else that locks both. Events of these orders come before or after. */
async function lockWithOrders(inside: Scope, id: string): Promise<AccountRow> {
  await requireAccount(inside, id)
  await inside.db
    .select({ id: order.id })
    .from(order)
    .where(and(eq(order.merchantId, inside.merchant.id), eq(order.accountId, id)))
    .orderBy(asc(order.id))
    .for('no key update')
  return lockAccount(inside, id)
}
