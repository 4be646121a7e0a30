import { and, eq, exists, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Merchant } from '@/db/schema'
import { merchant as merchants, order, subscription } from '@/db/schema'
import type { Context } from '../core/context'
import { instantSql } from '../core/instants'
import type { Installation } from '../core/runtime'
import { completePayments } from '../payment/complete-operation'
import type { Decision } from '../payment/decision'
import { isChangeDue, isDue, isFinished, isRetryDue } from '../store/due'
import type { OperationRow } from '../store/operations'
import { endFinishedSubscriptions } from '../subscription/end-subscription'
import { makePlannedChanges } from '../subscription/plan-change'
import { beginDue } from './due'
import { beginRetries } from './retry'

/** How many orders share a transaction: many, so that a run is short; few, so that memory use stays flat. */
const maxBatch = 200
/** With a card service that limits requests: a batch in seconds of requests, so that its calls end in time. */
const secondsAtATime = 1
/** One batch is written while the card service is called for another. */
const lanes = 2

/** What a run did. */
export interface BillingRun {
  /** Orders that were created. */
  orders: number
  /** Payments that succeeded, failed, were accepted, or to which the card service did not respond. */
  charged: number
  failed: number
  accepted: number
  open: number
  /** Subscriptions that have ended. */
  ended: number
}

export const nothingDone = (): BillingRun => ({
  ...{ orders: 0, charged: 0, failed: 0, accepted: 0, open: 0, ended: 0 },
})

const counters = { done: 'charged', failed: 'failed', accepted: 'accepted', open: 'open' } as const

/** Adds the outcomes of payments to a run. */
export function countDecisions(run: BillingRun, decisions: readonly Decision[]): void {
  for (const { status } of decisions) run[counters[status]]++
}

/**
 * Bills a merchant by its clock: retries failed payments, bills due dates, oldest first, makes planned changes, and
 * ends finished subscriptions, until nothing is left or `forMs` milliseconds have passed. Any number of workers may run
 * this at once, and may die at any point.
 */
export async function runBilling(context: Context, { forMs = Infinity } = {}): Promise<BillingRun> {
  const run = nothingDone()
  const until = performance.now() + forMs
  const batch = await batchOf(context)
  const complete = async (begun: OperationRow[]): Promise<boolean> => {
    const decisions = await completePayments(context, begun)
    countDecisions(run, decisions)
    // A card service that is unavailable is called again later, not a hundred thousand times now.
    return decisions.some(({ status }) => status !== 'open')
  }
  // Retries come first: an account that they suspend is not billed further.
  await inLanes(until, async () => {
    const begun = await beginRetries(context, batch)
    return begun.length > 0 && (await complete(begun))
  })
  await inLanes(until, async () => {
    const begun = await beginDue(context, batch)
    run.orders += begun.length
    return begun.length > 0 && (await complete(begun))
  })
  await inLanes(until, async () => (await makePlannedChanges(context, batch)) > 0)
  await inLanes(until, async () => {
    const ended = await endFinishedSubscriptions(context, batch)
    run.ended += ended
    return ended > 0
  })
  return run
}

async function batchOf({ cards, merchant }: Context): Promise<number> {
  const { pace } = await cards.named(merchant.cardService).capabilities({ merchantId: merchant.id })
  return pace ? Math.max(1, Math.min(maxBatch, Math.floor(pace.endpoint * secondsAtATime))) : maxBatch
}

/**
 * Repeats `step` in several lanes at once until it returns false or time is up, at least once. If a lane fails, the
 * others finish before this throws, so that no part of a run overlaps the next one.
 */
async function inLanes(until: number, step: () => Promise<boolean>): Promise<void> {
  const ended = await Promise.allSettled(
    Array.from({ length: lanes }, async () => {
      while ((await step()) && performance.now() < until);
    }),
  )
  const failed = ended.find((lane) => lane.status === 'rejected')
  if (failed) throw failed.reason
}

/**
 * Returns merchants with something to bill, retry or end by their own clocks; all, or `only` one. Leaves out
 * merchants whose clock is being moved.
 */
export function merchantsToBill({ db, clock }: Installation, only?: { id: string }): Promise<Merchant[]> {
  const today = sql`((${instantSql(clock.now())} + ${merchants.clockAhead} * interval '1 millisecond') at time zone ${merchants.timeZone})::date`
  const work = (table: typeof subscription | typeof order, condition: SQL | undefined) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(and(eq(table.merchantId, merchants.id), condition)),
    )
  return db
    .select()
    .from(merchants)
    .where(
      and(
        only
          ? eq(merchants.id, only.id)
          : or(isNull(merchants.clockMoving), lt(merchants.clockMoving, sql`now()`)),
        or(
          work(subscription, isDue(today)),
          work(order, isRetryDue(today)),
          work(subscription, isFinished(today)),
          work(subscription, isChangeDue(today)),
        ),
      ),
    )
}
