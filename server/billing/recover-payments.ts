import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { operation } from '@/db/schema'
import { cardFailure } from '../card/card-failure'
import type { Context } from '../core/context'
import { completePayments } from '../payment/complete-operation'
import { type BillingRun, countDecisions, nothingDone } from './run'

/** How many rounds without any result before the card service counts as unavailable. */
const attempts = 3
const batch = 200

/**
 * Completes all open payments of a merchant, calling its card service repeatedly, with a pause after each round without
 * any result. Throws `card-service.no-response` if it stays unavailable.
 */
export async function recoverPayments(context: Context): Promise<BillingRun> {
  const { db, merchant } = context
  const run = nothingDone()
  const open = and(
    eq(operation.merchantId, merchant.id),
    // Written into the statement, to match the index of pending operations.
    sql`${operation.status} = 'pending'`,
    eq(operation.kind, 'pay'),
  )
  for (let roundsWithoutResult = 0; ; ) {
    const pending = await db.select().from(operation).where(open).limit(batch)
    if (pending.length === 0) return run
    if (roundsWithoutResult === attempts) {
      throw cardFailure({ status: 'unknown', cause: new Error('Payments stay open') })
    }
    // A payment that a concurrent request has just begun may be in progress at the card service.
    if (roundsWithoutResult > 0) await wait(roundsWithoutResult * 1_000)
    const decisions = await completePayments(context, pending, { recovering: true })
    countDecisions(run, decisions)
    roundsWithoutResult = decisions.every(({ status }) => status === 'open') ? roundsWithoutResult + 1 : 0
  }
}
