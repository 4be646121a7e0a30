import { lte, sql } from 'drizzle-orm'
import { account, erasedOrder } from '@/db/schema'
import { inTransaction, type Scope } from '../core/context'
import type { Runtime } from '../core/runtime'
import { isAccount } from '../store/accounts'
import { lockOrder } from '../store/order-turn'
import { lockWithOrders } from './erase-account'
import { eraseAdditions } from './erase-additions'
import { isErasedOrder } from './erase-order'
import { singleOrder, wholeAccount } from './erase-records'

/** What was erased a while ago. */
interface Due {
  subject: 'account' | 'order'
  merchantId: string
  id: string
}

/**
 * Erases what requests that were running while an account or order was erased wrote about it afterwards, such as an order
 * that had already read the card, and what receivers respond to callbacks that still waited. An error with one of them does
 * not stop the others.
 */
export async function eraseLateTraces(
  { db }: Pick<Runtime, 'db'>,
  onError: (error: unknown, due: Due) => void,
): Promise<void> {
  const accounts = await db
    .select({ merchantId: account.merchantId, id: account.id })
    .from(account)
    .where(lte(account.eraseAgain, sql`now()`))
  const orders = await db
    .select({ merchantId: erasedOrder.merchantId, id: erasedOrder.orderId })
    .from(erasedOrder)
    .where(lte(erasedOrder.eraseAgain, sql`now()`))
  const due: Due[] = [
    ...accounts.map((each) => ({ subject: 'account' as const, ...each })),
    ...orders.map((each) => ({ subject: 'order' as const, ...each })),
  ]
  for (const each of due)
    await inTransaction({ db, merchant: { id: each.merchantId } }, (inside: Scope) =>
      each.subject === 'account' ? ofAccount(inside, each.id) : ofOrder(inside, each.id),
    ).catch((error: unknown) => onError(error, each))
}

async function ofAccount(inside: Scope, id: string): Promise<void> {
  await lockWithOrders(inside, id)
  const eraseAgain = await eraseAdditions(inside, wholeAccount(inside, id))
  await inside.db.update(account).set({ eraseAgain }).where(isAccount(inside.merchant.id, id))
}

async function ofOrder(inside: Scope, id: string): Promise<void> {
  await lockOrder(inside, id)
  const eraseAgain = await eraseAdditions(inside, singleOrder(inside, id))
  await inside.db.update(erasedOrder).set({ eraseAgain }).where(isErasedOrder(inside, id))
}
