import { and, eq } from 'drizzle-orm'
import { operation } from '@/db/schema'
import { cardFailure } from '../card/errors'
import type { Context } from '../core/context'
import { completePayments } from '../payment/complete-operation'
import { countDecisions, nothingDone, type Run } from './run'

/** How often the card service may leave all of them open before it counts as away. */
const attempts = 3
const batch = 200

/**
 * Brings all payments of a merchant to their end that are still open, its card service asked again and again; throws
 * `backend timeout` when it stays away.
 */
export async function recoverPayments(context: Context): Promise<Run> {
  const { db, merchant } = context
  const run = nothingDone()
  const open = and(
    eq(operation.merchantId, merchant.id),
    eq(operation.status, 'pending'),
    eq(operation.kind, 'pay'),
  )
  for (let inVain = 0; ; ) {
    const pending = await db.select().from(operation).where(open).limit(batch)
    if (pending.length === 0) return run
    if (inVain === attempts) {
      throw cardFailure({ status: 'unknown', cause: new Error('Payments stay open') })
    }
    const decisions = await completePayments(context, pending, { recovering: true })
    countDecisions(run, decisions)
    inVain = decisions.every(({ status }) => status === 'open') ? inVain + 1 : 0
  }
}
