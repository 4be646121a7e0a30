import { order } from '@/db/schema'
import { inTurn, transactionInTurn } from '@/db/turns'
import type { Context, InTransaction, Scope } from '../core/context'
import { isId } from '../core/id'
import { isOrder, type OrderRow } from './orders'

/**
 * Runs a transaction that locks an order. Transactions on one order run one at a time, so they share one connection.
 * `inside` is the context in the transaction.
 */
export const orderTransaction = <T>(
  context: Context,
  id: string,
  work: (inside: InTransaction) => Promise<T>,
): Promise<T> => transactionInTurn(context.db, turnOf(context, id), (db) => work({ ...context, db }))

/** Runs work on an order in turn with its transactions in this process, without locking it. */
export const inOrderTurn = <T>(
  scope: Scope,
  id: string,
  work: (hasWaited: boolean) => Promise<T>,
): Promise<T> => inTurn(turnOf(scope, id), work)

const turnOf = ({ merchant }: Scope, id: string) => `order:${merchant.id}:${id}`

/** Locks an order until the transaction ends. An id can be any text. */
export async function lockOrder({ db, merchant }: Scope, id: string): Promise<OrderRow | undefined> {
  if (!isId(id)) return undefined
  const [row] = await db.select().from(order).where(isOrder(merchant.id, id)).for('update')
  return row
}
