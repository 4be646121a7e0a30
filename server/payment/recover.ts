import pLimit from 'p-limit'
import { minutes } from '../core/clock'
import { type Context, contextOf } from '../core/context'
import { groupBy } from '../core/group-by'
import type { Runtime } from '../core/runtime'
import { merchantsOf } from '../merchant/find-merchant'
import { hasCode, KassaError } from '../model/errors'
import type { OperationRow } from '../store/operations'
import { completeOperation, completePayments } from './complete-operation'
import { newRecoveryTurns, type RecoveryTurns, takeOver } from './take-over'

/** How long a run goes on. Then merchants that it has left out get their turn again. */
const runMs = minutes(1)
/**
 * How many merchants, and operations of each, are recovered at once. Limits how long an unavailable card service
 * delays others.
 */
const concurrency = 4

interface RecoveryOptions {
  /** The age of the last attempt at which an operation is taken over. */
  staleSeconds: number
  onError: OnStillPending
  turns?: RecoveryTurns
}

/**
 * Recovers operations in batches until none is left, or a minute has passed. If everything of a merchant in a batch stays
 * open, the rest of this merchant waits for a later run. Returns how many operations were taken over, and how many of
 * them are complete.
 */
export async function recoverAll(
  runtime: Runtime,
  { turns = newRecoveryTurns(), ...options }: RecoveryOptions,
): Promise<{ taken: number; completed: number }> {
  turns.away.clear()
  const until = performance.now() + runMs
  const total = { taken: 0, completed: 0 }
  do {
    const { taken, completed } = await recoverOperations(runtime, { ...options, turns })
    if (taken === 0) break
    total.taken += taken
    total.completed += completed
  } while (performance.now() < until)
  return total
}

/**
 * Completes operations that are pending because a process died or a card service did not respond: at most a batch of
 * those whose last attempt is older than `staleSeconds`, longer after each further attempt. Looks up accepted ones at
 * growing intervals. Merchants take turns. Any number of workers may do this at once. Leaves orders whose look-up can be
 * long to `recoverOldOrders`. Returns how many operations were taken over and how many of them are complete.
 */
export async function recoverOperations(
  runtime: Runtime,
  { staleSeconds, onError, turns = newRecoveryTurns() }: RecoveryOptions,
): Promise<{ taken: number; completed: number }> {
  const stale = await takeOver(runtime.db, staleSeconds, turns)
  const ownerOf = await merchantsOf(runtime.db, stale)
  const ofMerchants = [...groupBy(stale, (begun) => begun.merchantId)]
  const completed = await pLimit(concurrency).map(ofMerchants, async ([merchantId, operations]) => {
    let open = 0
    const countOpen: OnStillPending = (error, begun) => {
      open++
      onError(error, begun)
    }
    const count = await recoverOf(contextOf(runtime, ownerOf({ merchantId })), operations, {
      onError: countOpen,
    })
    if (open === operations.length) turns.away.add(merchantId)
    return count
  })
  return { taken: stale.length, completed: completed.reduce((sum, count) => sum + count, 0) }
}

export type OnStillPending = (error: unknown, operation: OperationRow) => void

/** Completes operations of one merchant and returns how many are complete. `patient`: their look-ups may take minutes. */
export async function recoverOf(
  context: Context,
  operations: OperationRow[],
  { onError, patient }: { onError: OnStillPending; patient?: boolean },
): Promise<number> {
  const isPayment = ({ kind }: OperationRow) => kind === 'pay'
  const payments = operations.filter(isPayment)
  let completed = 0
  try {
    for (const decision of await completePayments(context, payments, { recovering: true, patient })) {
      if (decision.status === 'open') onError(decision.error, decision.operation)
      else if (decision.status !== 'accepted') completed++
    }
  } catch (error) {
    // An error at one merchant must not delay the others.
    for (const begun of payments) onError(error, begun)
  }
  const others = operations.filter((candidate) => !isPayment(candidate))
  await pLimit(concurrency).map(others, async (begun) => {
    try {
      const { event } = await completeOperation(context, begun, { recovering: true, patient })
      if (event.type !== 'accept') completed++
    } catch (error) {
      // A refusal is recorded, which completes the operation. An unavailable card service is called again later.
      if (error instanceof KassaError && !hasCode(error, 'card-service.no-response')) completed++
      else onError(error, begun)
    }
  })
  return completed
}
