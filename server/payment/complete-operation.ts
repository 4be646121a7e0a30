import { operation } from '@/db/schema'
import { cardFailure } from '../card/errors'
import type { Context } from '../core/context'
import { inParallel } from '../core/parallel'
import type { OrderSnapshot } from '../store/order-snapshot'
import { type EventRow, findEventOf, isOperation, type OperationRow, type OrderRecord } from '../store/orders'
import { callCardService } from './call-card-service'
import { type Decision, decide, failureOf } from './decision'
import { recordAtOnce } from './record-at-once'
import { recordDecisions } from './record-decisions'
import { recordOrder } from './record-order'

/** How many card service calls of one batch run at once: enough to hide latency, few enough for any card service. */
const callsAtATime = 50

interface Options {
  /** Look up the outcome of an earlier attempt first. */
  recovering?: boolean
  /** The order when the operation began, if the caller has just read it. */
  snapshot?: OrderSnapshot | undefined
}

/** The result of a completed operation. */
export interface CompletedOperation {
  event: EventRow
  /** The order that an authorisation has just created. */
  created?: OrderRecord
}

/**
 * Completes an operation: calls the card service, then records the outcome in one transaction or statement. This is safe to repeat
 * and to run in several processes at once: the request that began the operation, a repetition of that request, and
 * the worker all call it. Throws the error that the caller should see for a refusal or an unknown outcome.
 */
export async function completeOperation(
  context: Context,
  begun: OperationRow,
  { recovering = false, snapshot }: Options = {},
): Promise<CompletedOperation> {
  if (begun.status !== 'pending') return completedBefore(context, begun)
  const outcome = await callCardService(context, begun, { recovering, order: snapshot?.order })
  const decision = decide(begun, outcome)
  if (decision.status === 'open') throw decision.error
  if (decision.status === 'done' && begun.kind === 'authorise') {
    return recordOrder(context, { begun, reference: decision.reference })
  }
  const event =
    (snapshot && (await recordAtOnce(context, decision, snapshot))) ??
    (await recordDecisions(context, [decision])).get(begun.id)
  if (event === undefined) return completedByAnother(context, begun)
  if (decision.status === 'failed') throw decision.error
  if (event === null) throw new Error(`Operation ${begun.id} is done and has no event`)
  return { event }
}

/**
 * Completes several payments: calls the card service for each and records the outcomes in one transaction. A payment
 * whose outcome is unknown stays pending, and the worker looks it up later. Returns the decision on each payment.
 */
export async function completePayments(
  context: Context,
  begun: readonly OperationRow[],
  { recovering = false }: Pick<Options, 'recovering'> = {},
): Promise<Decision[]> {
  const decisions = await inParallel(begun, callsAtATime, async (payment) => {
    // A payment that could not be sent has an unknown outcome too. It must not hide the outcomes of the others.
    const outcome = await callCardService(context, payment, { recovering }).catch(
      (cause: unknown) => ({ status: 'unknown', cause }) as const,
    )
    return decide(payment, outcome)
  })
  await recordDecisions(
    context,
    decisions.filter((decision) => decision.status !== 'open'),
  )
  return decisions
}

/** Returns the result of the attempt that has taken the operation over. */
async function completedByAnother(context: Context, begun: OperationRow): Promise<CompletedOperation> {
  const [now] = await context.db.select().from(operation).where(isOperation(begun))
  if (now && now.status !== 'pending') return completedBefore(context, now)
  throw cardFailure({ status: 'unknown', cause: new Error(`Operation ${begun.id} is being recovered`) })
}

/** Returns the result of an operation that is already complete. Throws its failure. */
async function completedBefore(context: Context, done: OperationRow): Promise<CompletedOperation> {
  if (done.status === 'failed') throw failureOf(done)
  const event = await findEventOf(context.db, done)
  if (!event) throw new Error(`Operation ${done.id} is done and has no event`)
  return { event }
}
