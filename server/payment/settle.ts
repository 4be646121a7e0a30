import { and, eq, max } from 'drizzle-orm'
import type { Transaction } from '@/db/client'
import { operation, order, orderEvent } from '@/db/schema'
import { cardFailure } from '../card/errors'
import type { Context } from '../core/context'
import { describeFailure } from '../model/card/describe-failure'
import type { Authorised, Outcome } from '../model/card/service'
import { applyMove } from '../model/order/rules'
import {
  type EventRow,
  findEventOf,
  isEventKind,
  type OperationRow,
  type OrderRow,
  operationNamed,
  orderNamed,
  orderTransaction,
  sharesOf,
} from '../store/orders'
import type { CompletedOperation } from './completed-operation'
import { tell } from './notify'
import { settlePayments } from './pay'
import { newEvent, recordOrder } from './record-order'
import { failureOf, type Refusal, refusalOf } from './refusal'

/**
 * Brings an operation to its end: asks the card service, then records what came of it in one transaction.
 * Asking again is safe, since the operation's id is the card service's idempotency key: this is called by the request
 * that began the operation, by that request repeated after a crash, and by the worker, at the same time if need be.
 * `recovering` asks first what became of an earlier attempt. Throws what the answer means to the caller.
 */
export async function settle(
  context: Context,
  begun: OperationRow,
  { recovering = false }: { recovering?: boolean } = {},
): Promise<CompletedOperation> {
  if (begun.status === 'failed') throw failureOf(begun)
  if (begun.status === 'done') return { event: await eventOf(context, begun) }
  if (begun.kind === 'pay') return settlePayment(context, begun, recovering)
  const outcome = begun.amount === 0n ? nothingToMove(begun) : await ask(context, begun, recovering)
  if (outcome.status === 'unknown') throw cardFailure(outcome)
  if (outcome.status === 'done') {
    return begun.kind === 'authorise'
      ? recordOrder(context, begun, outcome)
      : recordMove(context, begun, outcome)
  }
  const refusal = refusalOf(outcome, begun)
  if (await recordRefusal(context, begun, refusal)) throw refusal.error
  return settleByAnother(context, begun)
}

/** Follows an attempt that has taken the operation over. */
async function settleByAnother(context: Context, begun: OperationRow): Promise<CompletedOperation> {
  const [now] = await context.db.select().from(operation).where(operationNamed(begun.merchantId, begun.id))
  if (now && now.status !== 'pending') return settle(context, now)
  throw cardFailure({ status: 'unknown', cause: new Error(`Operation ${begun.id} is being recovered`) })
}

/** Pays an order that was made before its payment. */
async function settlePayment(
  context: Context,
  begun: OperationRow,
  recovering: boolean,
): Promise<CompletedOperation> {
  const [payment] = await settlePayments(context, [begun], { recovering })
  if (payment?.status === 'open') throw payment.error
  if (!payment?.event) return settleByAnother(context, begun)
  if (payment.status === 'failed') throw failureOf({ ...begun, code: payment.code })
  return { event: payment.event }
}

/** Units that cost nothing change their state without the card service. */
const nothingToMove = ({ id }: OperationRow): Outcome<Authorised> => ({ status: 'done', reference: id })

async function ask(context: Context, begun: OperationRow, recovering: boolean): Promise<Outcome<Authorised>> {
  const { merchantId, id, amount, currency, kind, draft } = begun
  const call = { merchantId, operation: id, now: context.clock.now(), amount, currency }
  if (kind === 'authorise') {
    if (!draft) throw new Error(`Operation ${id} authorises an order without a draft`)
    const service = context.cards.named(draft.payment.service)
    const source = draft.storedCard ? { storedCard: draft.storedCard } : { token: draft.payment.card }
    return (recovering && (await service.retrieve(call))) || service.authorize({ ...call, source })
  }
  const [row] = await context.db
    .select({ payment: order.payment, authorisation: order.serviceReference })
    .from(order)
    .where(orderNamed(merchantId, begun.orderId))
  if (!row) throw new Error(`Operation ${id} is on an order that does not exist`)
  if (!isEventKind(kind) || row.authorisation === null)
    throw new Error(`Operation ${id} follows no authorisation`)
  const service = context.cards.named(row.payment.service)
  const method = { charge: 'capture', cancel: 'cancel', refund: 'refund' } as const
  return (
    (recovering && (await service.retrieve(call))) ||
    service[method[kind]]({ ...call, authorisation: row.authorisation })
  )
}

/** Moves what an operation reserved, and records its event. */
async function recordMove(
  context: Context,
  begun: OperationRow,
  outcome: Authorised,
): Promise<CompletedOperation> {
  const { merchantId, id, orderId, kind, amount, units, items } = begun
  if (!isEventKind(kind)) throw new Error(`Operation ${id} moves nothing`)
  const event = await orderTransaction(context, orderId, async (tx) => {
    const { row, last, mine } = await close(context, tx, begun, {
      status: 'done',
      serviceReference: outcome.reference,
    })
    if (!mine) return undefined
    const moved = applyMove({ currency: row.currency, shares: sharesOf(row), lines: row.lines }, kind, {
      amount,
      units,
    })
    const recorded = newEvent(begun, {
      type: kind,
      sequence: last + 1,
      date: context.clock.now(),
      items,
      amount,
    })
    await Promise.all([
      tx
        .update(order)
        .set({ ...moved.shares, ...(units && { lines: moved.lines }) })
        .where(orderNamed(merchantId, orderId)),
      tx.insert(orderEvent).values(recorded),
    ])
    await tell(context, tx, [{ order: { ...row, ...moved.shares, lines: moved.lines }, event: recorded }])
    return recorded
  })
  return { event: event ?? (await eventOf(context, begun)) }
}

/** Gives back what an operation reserved and records why; false when another has ended the operation before. */
async function recordRefusal(context: Context, begun: OperationRow, refusal: Refusal): Promise<boolean> {
  const { kind, items } = begun
  const { code, final, repeatable } = refusal
  // Without its origin the repeated request does not find this operation and begins another.
  const released = repeatable ? { origin: null } : {}
  if (!isEventKind(kind)) {
    const ended = await context.db
      .update(operation)
      .set({ status: 'failed', code, settled: context.clock.now(), ...released })
      .where(stillMine(begun, final))
      .returning({ id: operation.id })
    return ended.length > 0
  }
  return orderTransaction(context, begun.orderId, async (tx) => {
    const { row, last, mine } = await close(
      context,
      tx,
      begun,
      { status: 'failed', code, ...released },
      final,
    )
    if (!mine) return false
    const date = context.clock.now()
    const why = { original: kind, error: { code, description: describeFailure(code) } }
    const recorded = newEvent(begun, { type: 'fail', sequence: last + 1, date, items, ...why })
    await tx.insert(orderEvent).values(recorded)
    await tell(context, tx, [{ order: row, event: recorded }])
    return true
  })
}

/** Locks the order of an operation and ends the operation; `mine` is false when another has ended it before. */
async function close(
  context: Context,
  tx: Transaction,
  begun: OperationRow,
  end: { status: 'done'; serviceReference: string } | { status: 'failed'; code: string; origin?: null },
  final = true,
): Promise<{ row: OrderRow; last: number; mine: boolean }> {
  const { merchantId, orderId } = begun
  const [[row], ended, [events]] = await Promise.all([
    tx.select().from(order).where(orderNamed(merchantId, orderId)).for('update'),
    tx
      .update(operation)
      .set({ ...end, settled: context.clock.now() })
      .where(stillMine(begun, final))
      .returning({ id: operation.id }),
    tx
      .select({ last: max(orderEvent.sequence) })
      .from(orderEvent)
      .where(and(eq(orderEvent.merchantId, merchantId), eq(orderEvent.orderId, orderId))),
  ])
  if (!row) throw new Error(`Operation ${begun.id} is on an order that does not exist`)
  return { row, last: events?.last ?? 0, mine: ended.length > 0 }
}

/** The operation, if nobody has ended it; when the outcome is not final, only if nobody has taken it over either. */
const stillMine = ({ merchantId, id, attempts }: OperationRow, final: boolean) =>
  and(
    operationNamed(merchantId, id),
    eq(operation.status, 'pending'),
    final ? undefined : eq(operation.attempts, attempts),
  )

/** The event of an operation that another settled; throws its failure. */
async function eventOf(context: Context, { merchantId, id }: OperationRow): Promise<EventRow> {
  const [now] = await context.db.select().from(operation).where(operationNamed(merchantId, id))
  if (now?.status === 'failed') throw failureOf(now)
  const event = now && (await findEventOf(context.db, now))
  if (!event) throw new Error(`Operation ${id} is done and has no event`)
  return event
}
