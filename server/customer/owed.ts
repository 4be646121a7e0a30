import { isDeepStrictEqual } from 'node:util'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { operation, order, orderEvent } from '@/db/schema'
import type { Scope } from '../core/context'
import { isOneOf } from '../core/one-of'
import { codeForPayer } from '../model/card/describe-failure'
import { isFinalDecline } from '../model/card/service'
import { fail } from '../model/errors'
import type { Money } from '../model/money/money'
import type { MethodRow } from '../store/accounts'
import { awaitsApproval, runningOperationsOf } from '../store/operations'
import { paymentOf } from '../store/order-payment'
import type { OrderRow } from '../store/orders'
import { isUnpaidOf } from '../store/unpaid'

/** An unpaid order of an account. */
export interface Owed {
  order: OrderRow
  /** Minor units. */
  amount: bigint
  /** Why its last payment failed: a decline code of the API. */
  code: string | undefined
  /** Its last payment failed only because the bank wants an approval, which the customer was not there to give. */
  wantsApproval: boolean
  /** A payment is running, and its outcome is not known yet. */
  isRunning: boolean
  /** The running payment waits until the customer approves it. */
  needsApproval: boolean
}

/** More are not shown one by one. With so many unpaid, the merchant contacts the customer directly. */
const max = 100

/**
 * Returns what an account owes, oldest first: orders whose payment failed, whether retried or given up. At most 100, so
 * `owedSums` says how much it is.
 */
export async function owedBy(scope: Scope, accountId: string): Promise<Owed[]> {
  const orders = await scope.db
    .select()
    .from(order)
    .where(isUnpaidOf(scope, accountId))
    .orderBy(asc(order.due), asc(order.created))
    .limit(max)
  return toOwed(scope, orders)
}

/** Returns the sums that an account owes, by currency: of all its orders, because another card is charged for each. */
export const owedSums = (scope: Scope, accountId: string): Promise<Money[]> =>
  scope.db
    .select({
      currency: order.currency,
      amount: sql`sum(${order.pending} + ${order.denied})`.mapWith(BigInt),
    })
    .from(order)
    .where(isUnpaidOf(scope, accountId))
    .groupBy(order.currency)
    .orderBy(asc(order.currency))

/** Returns what is owed for one order; undefined if nothing is. */
export const owedFor = async (scope: Scope, row: OrderRow): Promise<Owed | undefined> =>
  row.pending + row.denied === 0n ? undefined : (await toOwed(scope, [row]))[0]

async function toOwed(scope: Scope, orders: readonly OrderRow[]): Promise<Owed[]> {
  if (orders.length === 0) return []
  const ids = orders.map(({ id }) => id)
  const [failures, running] = await Promise.all([lastFailures(scope, ids), runningOperationsOf(scope, ids)])
  return orders.map((row) => ({
    order: row,
    amount: row.pending + row.denied,
    code: failures.get(row.id)?.code,
    wantsApproval: failures.get(row.id)?.wantsApproval ?? false,
    isRunning: running.has(row.id),
    needsApproval: running.get(row.id)?.some(awaitsApproval) ?? false,
  }))
}

/**
 * Whether the card will be declined, because it was the last time, and a retry cannot change that. A card that its bank
 * has replaced since has other digits or another expiry. Decided by what payers may know: a missing button must not
 * reveal to the holder of a lost card that it was reported.
 */
export function willBeDeclined(
  { code, order: row }: Owed,
  { token, last4, expires }: Pick<MethodRow, 'token' | 'last4' | 'expires'>,
): boolean {
  if (code === undefined || !isFinalDecline(codeForPayer(code))) return false
  const tried = paymentOf(row)
  return tried.card === token && tried.last4 === last4 && isDeepStrictEqual(tried.expires, expires)
}

/**
 * Whether an account owes no more than a person has seen. `confirmed`: the sums per currency, in minor units;
 * undefined if nobody saw them.
 */
export async function owesAtMost(
  scope: Scope,
  accountId: string,
  confirmed: readonly Money[] | undefined,
): Promise<boolean> {
  if (!confirmed) return true
  const seen = new Map(confirmed.map(({ currency, amount }) => [currency, amount]))
  const sums = await owedSums(scope, accountId)
  return sums.every(({ currency, amount }) => amount <= (seen.get(currency) ?? 0n))
}

/** Like `owesAtMost`, but throws `payer.owes-more`. */
export async function requireOwedAtMost(...args: Parameters<typeof owesAtMost>): Promise<void> {
  if (!(await owesAtMost(...args))) throw fail('payer.owes-more')
}

/** Returns why the last payment failed, by order. Leaves out cards that were only tried: the order names another. */
async function lastFailures(
  { db, merchant }: Scope,
  orderIds: readonly string[],
): Promise<Map<string, { code: string; wantsApproval: boolean }>> {
  // A payment that the customer was asked to approve had been accepted before it failed.
  const wasAsked = sql<boolean>`exists (select from order_event asked where asked.merchant_id = order_event.merchant_id
    and asked.order_id = order_event.order_id and asked.reference = order_event.reference and asked.type = 'accept')`
  const rows = await db
    .selectDistinctOn([orderEvent.orderId], {
      orderId: orderEvent.orderId,
      error: orderEvent.error,
      wasAsked,
    })
    .from(orderEvent)
    .where(
      and(
        eq(orderEvent.merchantId, merchant.id),
        isOneOf(orderEvent.orderId, orderIds),
        eq(orderEvent.type, 'fail'),
        sql`not exists (select from ${operation} where ${operation.merchantId} = ${orderEvent.merchantId}
          and ${operation.orderId} = ${orderEvent.orderId} and ${operation.id} = ${orderEvent.reference}
          and ${operation.payer} ? 'insteadOf')`,
      ),
    )
    .orderBy(asc(orderEvent.orderId), desc(orderEvent.sequence))
  return new Map(
    rows.flatMap(({ orderId, error, wasAsked }) => {
      if (!error) return []
      const { code } = error
      return [[orderId, { code, wantsApproval: code === '3ds authentication failure' && !wasAsked }]]
    }),
  )
}
