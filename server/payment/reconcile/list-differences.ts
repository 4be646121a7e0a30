import { and, desc, eq } from 'drizzle-orm'
import { difference, reconciliation } from '@/db/schema'
import { realClock } from '../../core/clock'
import type { Context } from '../../core/context'
import { type DescribedDifference, describeDifference } from '../../model/describe-difference'
import { moneyIn } from '../../model/money/format-money'
import type { ReconciliationRow } from './reconcile'
import { isComparing } from './start-reconciliation'
import { type DifferenceRow, isUnresolved } from './stored-differences'

/** How many differences and comparisons the dashboard shows. */
const shown = { differences: 200, runs: 10 }

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
  const ofMerchant = and(eq(difference.merchantId, merchant.id), isUnresolved)
  // The comparisons are read first. One stores its differences before it ends, so a page that sees the end has all of them.
  const runs = await db
    .select()
    .from(reconciliation)
    .where(eq(reconciliation.merchantId, merchant.id))
    .orderBy(desc(reconciliation.started))
    .limit(shown.runs)
  const [rows, count] = await Promise.all([
    db
      .select()
      .from(difference)
      .where(ofMerchant)
      .orderBy(desc(difference.state), difference.kind, difference.found, difference.key)
      .limit(shown.differences),
    db.$count(difference, ofMerchant),
  ])
  const differences = rows.map((row) => ({
    ...row,
    ...describeDifference(row, (money) => moneyIn(merchant.locale, money)),
  }))
  return {
    differences,
    count,
    runs,
    isRunning: runs.some((run) => isComparing(run, realClock(context).now())),
  }
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
