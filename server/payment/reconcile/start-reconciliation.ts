import { and, desc, eq, isNull } from 'drizzle-orm'
import { reconciliation } from '@/db/schema'
import { exclusiveTransaction } from '@/db/turns'
import { hours, later, realClock } from '../../core/clock'
import type { Context } from '../../core/context'
import { log } from '../../core/log'
import { beginReconciliation, comparedPeriod, type ReconciliationRow } from './reconcile'

/** A comparison that has not ended by then was stopped. */
const maxDuration = hours(6)

/** Whether a comparison is running at a time of the real clock. */
export const isComparing = (
  { started, finished }: Pick<ReconciliationRow, 'started' | 'finished'>,
  now: Date,
): boolean => finished === null && started > later(now, -maxDuration)

/**
 * Starts to compare the books of the last weeks, without waiting for the result. Does nothing while a comparison is
 * running.
 */
export async function startReconciliation(context: Context): Promise<void> {
  // Awaited, so that the page that asked for it shows it as running.
  const carryOut = await beginUnlessRunning(context)
  carryOut?.().catch((error: unknown) =>
    log.error({ err: error, merchant: context.merchant.id }, 'A comparison of the books failed'),
  )
}

/** Of several simultaneous callers, one begins a comparison. Returns the function that carries it out. */
function beginUnlessRunning(context: Context) {
  return exclusiveTransaction(context.db, `reconciliation:${context.merchant.id}`, async (tx) => {
    const now = realClock(context).now()
    const [last] = await tx
      .select()
      .from(reconciliation)
      .where(and(eq(reconciliation.merchantId, context.merchant.id), isNull(reconciliation.finished)))
      .orderBy(desc(reconciliation.started))
      .limit(1)
    if (last && isComparing(last, now)) return undefined
    const range = { from: later(now, -comparedPeriod), to: undefined }
    return beginReconciliation(context, { cause: 'user', range }, tx)
  })
}
