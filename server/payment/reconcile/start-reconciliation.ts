import { and, eq, gt, isNull } from 'drizzle-orm'
import { reconciliation } from '@/db/schema'
import { hours, later, realClock } from '../../core/clock'
import type { Context, Scope } from '../../core/context'
import { log } from '../../core/log'
import { beginReconciliation, comparedPeriod } from './reconcile'

/** A comparison that has not ended by then was stopped. */
const maxDuration = hours(6)

/** How many comparisons of a merchant are running. */
export const runningComparisons = (context: Scope & Pick<Context, 'clock' | 'merchant'>): Promise<number> =>
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
  const from = later(realClock(context).now(), -comparedPeriod)
  // Awaited, so that the page that asked for it shows it as running.
  const carryOut = await beginReconciliation(context, { cause: 'user', range: { from, to: undefined } })
  carryOut().catch((error: unknown) =>
    log.error({ err: error, merchant: context.merchant.id }, 'A comparison of the books failed'),
  )
}
