import { asc, sql } from 'drizzle-orm'
import { order } from '@/db/schema'
import type { Scope } from '../core/context'
import { codeForPayer } from '../model/card/describe-failure'
import { isFinalDecline } from '../model/card/service'
import { fail } from '../model/errors'
import type { Money } from '../model/money/money'
import { lastFailures } from '../store/last-failures'
import { awaitsApproval, runningOperationsOf } from '../store/operations'
import { type CardDetails, isCardOf } from '../store/order-payment'
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
 * Whether the card will be declined, because it was the last time, and a retry cannot change that. Decided by what payers
 * may know: a missing button must not reveal to the holder of a lost card that it was reported.
 */
export function willBeDeclined({ code, order: row }: Owed, card: CardDetails): boolean {
  return code !== undefined && isFinalDecline(codeForPayer(code)) && isCardOf(row, card)
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
