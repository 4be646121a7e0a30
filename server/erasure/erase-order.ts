import { and, eq } from 'drizzle-orm'
import { erasedOrder } from '@/db/schema'
import type { Context, Scope } from '../core/context'
import { isInTheWay } from '../model/erasure'
import { fail } from '../model/errors'
import { lockOrder, orderTransaction } from '../store/order-turn'
import { eraseAdditions, onceSettled } from './erase-additions'
import { eraseRecords, singleOrder } from './erase-records'
import { erasureObstacles } from './erasure-obstacles'

/**
 * Erases the personal data of the payer of an order that belongs to no account, for good. What bookkeeping needs stays: the
 * order, its events and its documents. Erasing it again erases what was added since. Returns true if it had not
 * been erased before. Throws `not-found`; `order.has-account`; `order.in-use` while something still needs the data.
 */
export function eraseOrder(context: Context, id: string): Promise<boolean> {
  const { merchant, clock } = context
  return orderTransaction(context, id, async (inside) => {
    const locked = await lockOrder(inside, id)
    if (!locked) throw fail('not-found', { what: 'order' })
    if (locked.accountId !== null) throw fail('order.has-account', { account: locked.accountId })
    const all = singleOrder(inside, id)
    if (await erasedAt(inside, id)) {
      const eraseAgain = await eraseAdditions(inside, all)
      if (eraseAgain) await inside.db.update(erasedOrder).set({ eraseAgain }).where(isErasedOrder(inside, id))
      return false
    }
    const obstacles = await erasureObstacles(inside, all)
    if (isInTheWay(obstacles)) throw fail('order.in-use', { obstacles })
    await eraseRecords(inside, all)
    const erased = { merchantId: merchant.id, orderId: id, erased: clock.now() }
    await inside.db.insert(erasedOrder).values({ ...erased, eraseAgain: onceSettled })
    return true
  })
}

/** When the personal data of an order was erased; undefined if it was not. */
export async function erasedAt({ db, merchant }: Scope, orderId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ erased: erasedOrder.erased })
    .from(erasedOrder)
    .where(isErasedOrder({ merchant }, orderId))
  return row?.erased
}

export const isErasedOrder = ({ merchant }: Pick<Scope, 'merchant'>, orderId: string) =>
  and(eq(erasedOrder.merchantId, merchant.id), eq(erasedOrder.orderId, orderId))
