import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { order } from '@/db/schema'
import { todayOf } from '../core/clock'
import { type Context, type InTransaction, inTransaction } from '../core/context'
import { log } from '../core/log'
import { beginPayments } from '../payment/begin-payments'
import { completePayments } from '../payment/complete-operation'
import type { MethodRow } from '../store/accounts'
import { isRetryDue } from '../store/due'
import { lastFailures } from '../store/last-failures'
import { type OperationRow, ordersInFlight } from '../store/operations'
import { isUnpaid, isUnpaidOf } from '../store/unpaid'

/** Leaves out orders with a running payment, which would take others' places in a batch. */
const idle = sql`not exists (select 1 from operation running where running.merchant_id = ${order.merchantId}
  and running.order_id = ${order.id} and running.status in ('pending', 'accepted'))`

/** Begins due retries of a merchant, at most `limit`. Any number of workers may do this at once. */
export const beginRetries = (context: Context, limit: number): Promise<OperationRow[]> =>
  begin(context, { which: isRetryDue(todayOf(context)), limit, skipsForbiddenCards: true })

/**
 * How many unpaid orders of an account are charged together, and how many such batches a request waits for. The worker
 * charges the rest.
 */
const batchSize = 100
const maxBatches = 10

/**
 * Pays what an account owes with its default card, because the payer has just added or chosen a card and
 * `hastenRetries` has scheduled it for today. A payment that has failed since keeps its schedule: nobody has seen it, and
 * the payer agreed to no more than was shown. Payments that fail now are retried on their schedule too. With `tried`,
 * another card of the account pays, and nothing needs to be scheduled: it becomes the default if it succeeds, and changes
 * nothing about the retries if it does not. Never throws: the caller's change is already saved, and the worker tries again
 * with the default card. Returns whether a payment failed.
 */
export async function payUnpaid(context: Context, accountId: string, tried?: MethodRow): Promise<boolean> {
  try {
    const { origin: _, ...own } = context
    const scheduled = tried ? undefined : isRetryDue(todayOf(own))
    let hasFailed = false
    for (let batch = 0; batch < maxBatches; batch++) {
      const begun = await begin(own, {
        which: and(eq(order.accountId, accountId), scheduled),
        limit: batchSize,
        tried,
      })
      const decisions = await completePayments(own, begun)
      hasFailed ||= decisions.some(({ status }) => status === 'failed')
      // What was only tried is not scheduled for another day, so a second batch would try the same orders again.
      if (tried || begun.length < batchSize) break
    }
    return hasFailed
  } catch (error) {
    log.error({ err: error, account: accountId }, 'The unpaid orders of an account could not be paid yet')
    return false
  }
}

/**
 * Schedules what an account owes for today, so that the worker pays it if the process dies first. Returns whether
 * anything is owed. Skips orders that another transaction has locked: they are being paid or changed right now.
 */
export async function hastenRetries(context: InTransaction, accountId: string): Promise<boolean> {
  const { db, merchant } = context
  const free = db
    .select({ id: order.id })
    .from(order)
    .where(isUnpaidOf(context, accountId))
    .for('update', { skipLocked: true })
  await db
    .update(order)
    .set({ retryOn: todayOf(context) })
    .where(and(eq(order.merchantId, merchant.id), inArray(order.id, free)))
  return owesAnything(context, accountId)
}

/** Whether an order of the account is unpaid, so that a new default card is charged. */
export const owesAnything = async (context: Context, accountId: string): Promise<boolean> =>
  (await context.db.$count(order, isUnpaidOf(context, accountId))) > 0

interface Begin {
  which: SQL | undefined
  limit: number
  tried?: MethodRow | undefined
  /** Whether a card that was declined for good is not sent to the card service again. */
  skipsForbiddenCards?: boolean
}

/** Orders that another transaction has locked are being paid or changed right now. */
function begin(
  context: Context,
  { which, limit, tried, skipsForbiddenCards }: Begin,
): Promise<OperationRow[]> {
  const { merchant } = context
  return inTransaction(context, async (inside) => {
    const held = await inside.db
      .select()
      .from(order)
      .where(and(eq(order.merchantId, merchant.id), isUnpaid, which, idle))
      .orderBy(asc(order.due), asc(order.id))
      .limit(limit)
      .for('update', { skipLocked: true })
    if (held.length === 0) return []
    const ids = held.map(({ id }) => id)
    // Checked again with the locks held, so it sees payments begun by the previous holders.
    const busy = await ordersInFlight(inside, ids)
    return beginPayments(
      inside,
      held.filter(({ id }) => !busy.has(id)),
      { tried, failures: skipsForbiddenCards ? await lastFailures(inside, ids) : undefined },
    )
  })
}
