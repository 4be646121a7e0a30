import pLimit from 'p-limit'
import { isOfOneRow } from '@/db/errors'
import { operation } from '@/db/schema'
import { cardFailure } from '../card/card-failure'
import type { Context } from '../core/context'
import type { KassaError } from '../model/errors'
import { awaitsOutcome, isOperation, type OperationRow } from '../store/operations'
import type { OrderSnapshot } from '../store/order-snapshot'
import { type EventRow, findEventOf, type OrderRecord } from '../store/orders'
import type { Decided } from './after-decision'
import { type CallOptions, callCardService } from './call-card-service'
import { type Accepted, type Decision, decide, failureOf, RecordedRefusal } from './decision'
import { recordAtOnce } from './record-at-once'
import { recordDecisions } from './record-decisions'
import { recordOrder } from './record-order'
import { recordRenewal } from './record-renewal'
import { releaseRenewed } from './release-renewed'

/** How many card service calls of one batch run at once: enough to hide latency, few enough for any card service. */
const callsAtATime = 50

interface CompletionOptions extends Pick<CallOptions, 'patient' | 'reference'> {
  /** Look up the outcome of an earlier attempt first. */
  recovering?: boolean
  /** The order when the operation began, if the caller has just read it. */
  snapshot?: OrderSnapshot | undefined
}

/** The result of a completed or accepted operation. */
export interface CompletedOperation {
  /** Of type `accept` if the card service has accepted the operation and its outcome follows later. */
  event: EventRow
  /** The bank's page, if the outcome waits for the cardholder. */
  approval?: string
  /** The order that an authorisation has just created. */
  created?: OrderRecord
}

/**
 * Completes an operation: calls the card service, then records the outcome in one transaction or statement. It is safe
 * to repeat this and to run it in several processes at once: the request that began the operation, a repetition of that
 * request, and the worker all call it. Throws the error that the caller should see for a refusal or an unknown outcome.
 */
export async function completeOperation(
  context: Context,
  begun: OperationRow,
  { recovering = false, snapshot, ...lookUp }: CompletionOptions = {},
): Promise<CompletedOperation> {
  if (!awaitsOutcome(begun)) return completedBefore(context, begun)
  const called = await callCardService(context, begun, { recovering, order: snapshot?.order, ...lookUp })
  const isRenewal = begun.kind === 'authorise' && !begun.draft
  const outcome = isRenewal ? await releaseRenewed(context, begun, called) : called
  const decision = decide(begun, outcome)
  if (decision.status === 'open') throw decision.error
  if (isStillAccepted(decision)) return acceptedBefore(context, decision)
  if (decision.status === 'done' && begun.kind === 'authorise') {
    const record = isRenewal ? recordRenewal : recordOrder
    return record(context, { begun, authorised: decision })
  }
  // An amount that a charge releases is a second event. This and new limits of the order are recorded with locks.
  const needsLocks = decision.status === 'done' && (decision.released || decision.captures)
  const atOnce = needsLocks ? undefined : snapshot
  const event =
    (atOnce && (await recordAtOnce(context, decision, atOnce))) ??
    (await recordDecisions(context, [decision])).get(begun.id)
  if (event === undefined) return completedByAnother(context, begun)
  // An order that does not exist yet cannot show that its authorisation was accepted.
  if (decision.status === 'failed') throw refusalOf(decision.error, event)
  if (decision.status === 'accepted' && event === null) throw decision.error
  if (event === null) throw new Error(`Operation ${begun.id} is done but has no event`)
  return { event, ...approvalOf(decision) }
}

const approvalOf = (decision: Decision) =>
  decision.status === 'accepted' && decision.approval !== undefined ? { approval: decision.approval } : {}

/**
 * Completes several payments: calls the card service for each and records the outcomes in one transaction, or in several
 * if one of them cannot be recorded. A payment whose outcome is unknown or cannot be recorded stays pending, and the
 * worker looks it up later. Returns the decision on each payment.
 */
export async function completePayments(
  context: Context,
  begun: readonly OperationRow[],
  { recovering = false, ...lookUp }: Omit<CompletionOptions, 'snapshot'> = {},
): Promise<Decision[]> {
  const decisions = await pLimit(callsAtATime).map(begun, async (payment) => {
    // A payment that could not be sent also has an unknown outcome, which must not hide those of the others.
    const outcome = await callCardService(context, payment, { recovering, ...lookUp }).catch(
      (cause: unknown) => ({ status: 'unknown', cause }) as const,
    )
    return decide(payment, outcome)
  })
  const open = await recordInHalves(
    context,
    decisions.filter(
      (decision): decision is Decided => decision.status !== 'open' && !isStillAccepted(decision),
    ),
  )
  return decisions.map((decision) => open.get(decision.operation.id) ?? decision)
}

/**
 * Records decisions together. If one of them may be at fault, for example because its account stays locked, records each
 * half for itself, so that it does not keep the others from being recorded. Returns those that remain open, by operation
 * id.
 */
async function recordInHalves(
  context: Context,
  decided: readonly Decided[],
  { isPart = false } = {},
): Promise<Map<string, Decision & { status: 'open' }>> {
  try {
    // The whole has waited for its locks. Each part that did would keep locks of others for as long.
    await recordDecisions(context, decided, { isImpatient: isPart })
    return new Map()
  } catch (cause) {
    if (!isOfOneRow(cause)) throw cause
    const [only, ...others] = decided
    if (only && others.length === 0) {
      const error = cardFailure({ status: 'unknown', cause })
      return new Map([[only.operation.id, { operation: only.operation, status: 'open', error }]])
    }
    const half = Math.ceil(decided.length / 2)
    const first = await recordInHalves(context, decided.slice(0, half), { isPart: true })
    return new Map([...first, ...(await recordInHalves(context, decided.slice(half), { isPart: true }))])
  }
}

/** An operation that was accepted before and still is: there is nothing to record. */
type StillAccepted = Accepted & { operation: { status: 'accepted' } }

const isStillAccepted = (decision: Decision): decision is StillAccepted =>
  decision.status === 'accepted' && decision.operation.status === 'accepted'

/** Returns the event for an accepted operation. Throws for an order that does not exist yet. */
async function acceptedBefore({ db }: Context, decision: Accepted): Promise<CompletedOperation> {
  const event = await findEventOf(db, decision.operation)
  if (!event) throw decision.error
  return { event, ...approvalOf(decision) }
}

/** Returns the result of the attempt that took over the operation. */
async function completedByAnother(context: Context, begun: OperationRow): Promise<CompletedOperation> {
  const [now] = await context.db.select().from(operation).where(isOperation(begun))
  // Its order has replaced it.
  if (!now) return completedBefore(context, { ...begun, status: 'done' })
  if (now.status !== 'pending') return completedBefore(context, now)
  throw isBeingRecovered(begun)
}

/** Returns the result of an operation that is already complete or accepted. Throws its failure. */
async function completedBefore(context: Context, done: OperationRow): Promise<CompletedOperation> {
  const event = await findEventOf(context.db, done)
  if (done.status === 'failed') throw refusalOf(failureOf(done), event)
  if (!event && done.status === 'accepted') throw isBeingRecovered(done)
  if (!event) throw new Error(`Operation ${done.id} is done but has no event`)
  return { event }
}

/** The refusal of an order that was never created has no event. */
const refusalOf = (error: KassaError, event: EventRow | null | undefined): KassaError =>
  event ? new RecordedRefusal(error, event) : error

const isBeingRecovered = ({ id }: OperationRow) =>
  cardFailure({ status: 'unknown', cause: new Error(`Operation ${id} is being recovered`) })
