import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { difference, reconciliation } from '@/db/schema'
import { days, hours, later, realClock } from '../../core/clock'
import type { Context, Scope } from '../../core/context'
import { log } from '../../core/log'
import { type DescribedDifference, describeDifference } from '../../model/describe-difference'
import { fail } from '../../model/errors'
import { moneyIn } from '../../model/money/format-money'
import { adoptDifference } from './adopt-difference'
import { beginReconciliation, type ReconciliationRow } from './reconcile'
import type { DifferenceRow } from './stored-differences'

/** How many differences and comparisons the dashboard shows. */
const shown = { differences: 200, runs: 10 }

/** A comparison that has not ended by then was stopped. */
const maxDuration = hours(6)

/** What a user compares. */
const period = days(35)

export interface ReconciliationOverview {
  /** The differences that are not resolved, the open ones first. */
  differences: (DifferenceRow & DescribedDifference)[]
  /** How many there are in all. */
  count: number
  runs: ReconciliationRow[]
  isRunning: boolean
}

/** Returns the differences that are not resolved, and the last comparisons, newest first. */
export async function reconciliationOverview(context: Context): Promise<ReconciliationOverview> {
  const { db, merchant } = context
  const isUnresolved = and(
    eq(difference.merchantId, merchant.id),
    inArray(difference.state, ['open', 'noted']),
  )
  const [rows, count, runs, running] = await Promise.all([
    db
      .select()
      .from(difference)
      .where(isUnresolved)
      .orderBy(desc(difference.state), difference.kind, difference.found, difference.key)
      .limit(shown.differences),
    db.$count(difference, isUnresolved),
    db
      .select()
      .from(reconciliation)
      .where(eq(reconciliation.merchantId, merchant.id))
      .orderBy(desc(reconciliation.started))
      .limit(shown.runs),
    runningComparisons(context),
  ])
  const differences = rows.map((row) => ({
    ...row,
    ...describeDifference(row, (money) => moneyIn(merchant.locale, money)),
  }))
  return { differences, count, runs, isRunning: running > 0 }
}

/** Returns the last comparison: when it ended, and why if it failed. */
export async function lastComparison({
  db,
  merchant,
}: Context): Promise<Pick<ReconciliationRow, 'finished' | 'error'> | undefined> {
  const [row] = await db
    .select({ finished: reconciliation.finished, error: reconciliation.error })
    .from(reconciliation)
    .where(eq(reconciliation.merchantId, merchant.id))
    .orderBy(desc(reconciliation.started))
    .limit(1)
  return row
}

const runningComparisons = (context: Scope & Pick<Context, 'clock' | 'merchant'>): Promise<number> =>
  context.db.$count(
    reconciliation,
    and(
      eq(reconciliation.merchantId, context.merchant.id),
      isNull(reconciliation.finished),
      gt(reconciliation.started, later(realClock(context).now(), -maxDuration)),
    ),
  )

/**
 * Starts to compare the books of the last weeks, without waiting for the result. Does nothing while a comparison is
 * running.
 */
export async function startReconciliation(context: Context): Promise<void> {
  if ((await runningComparisons(context)) > 0) return
  const from = later(realClock(context).now(), -period)
  // The page that asked for it sees it running.
  const carryOut = await beginReconciliation(context, { cause: 'user', range: { from, to: undefined } })
  carryOut().catch((error: unknown) =>
    log.error({ err: error, merchant: context.merchant.id }, 'A comparison of the books failed'),
  )
}

/** Adopts a difference, or notes it. Throws `not-found`. */
export async function adoptNamed(
  context: Context,
  { service, key }: Pick<DifferenceRow, 'service' | 'key'>,
): Promise<DifferenceRow & { was: DifferenceRow['state'] }> {
  const [row] = await context.db
    .select()
    .from(difference)
    .where(
      and(
        eq(difference.merchantId, context.merchant.id),
        eq(difference.service, service),
        eq(difference.key, key),
        sql`${difference.state} in ('open', 'noted')`,
      ),
    )
  if (!row) throw fail('not-found', { what: 'difference' })
  return { ...row, was: row.state, state: await adoptDifference(context, row) }
}
