import { and, eq } from 'drizzle-orm'
import { operation } from '@/db/schema'
import type { Context } from '../../core/context'
import type { BookedPayment } from '../../model/card/books'
import type { DifferenceKind } from '../../model/difference'
import { awaitsOutcome, operationsOf } from '../../store/operations'
import { orderStateOf, ordersById } from '../../store/orders'
import { isSameState, type Seen, seenOf } from '../adopt-changes'
import { type Change, planChanges } from '../plan-changes'
import { compare, compareOwn, type Difference, type OurOrder, undoAll } from './compare'
import { orderById } from './our-orders'

/** A difference, and whether its changes can be recorded as events. */
export interface ExaminedDifference extends Difference {
  adoptable: boolean
  /** The kinds of the differences before it whose changes it needs and therefore includes. */
  needs?: readonly DifferenceKind[]
}

/** An order and its payment while nobody is changing them. */
export type Examination =
  | { status: 'in progress' }
  | { status: 'compared'; order: OurOrder; seen: Seen; differences: ExaminedDifference[] }

/** How many times an order is read again because it has changed. */
const maxAttempts = 3

/**
 * Compares an order with its payment as both are now. Undefined if the order does not exist. An order with a running
 * operation, or with a payment that is not final, is in progress.
 */
export async function examine(context: Context, orderId: string): Promise<Examination | undefined> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const order = await orderById(context, orderId)
    if (!order) return undefined
    if (isInProgress(order)) break
    const theirs = await findBookedPayment(context, order)
    const again = await orderById(context, orderId)
    // Anything Kassa did between the two reads would be in only one of them.
    if (!again || isInProgress(again) || !isSameState(stateOf(order), stateOf(again))) continue
    if (theirs?.inProgress) break
    const differences = theirs
      ? await withoutContinued(context, theirs, compare(order, theirs))
      : missingThere(order)
    const examined = await withAdoptable(context, orderId, differences)
    return { status: 'compared', order, seen: stateOf(order), differences: examined }
  }
  return { status: 'in progress' }
}

/**
 * Determines which differences an order can adopt: each on its own or, if it needs those before it, together with them.
 * For example, a refund needs the charge that it refunds, which may be missing as well.
 */
async function withAdoptable(
  context: Context,
  orderId: string,
  differences: readonly Difference[],
): Promise<ExaminedDifference[]> {
  const [row] = differences.length === 0 ? [] : await ordersById(context, [orderId])
  if (!row) return []
  const operations = await operationsOf(context, orderId)
  const state = orderStateOf(row)
  const isPossible = (changes: readonly Change[]) => planChanges(state, operations, changes) !== undefined
  let before: Difference[] = []
  return differences.map((each) => {
    const together = [...before, each]
    const changes = together.flatMap((one) => one.changes)
    if (each.changes.length === 0) return { ...each, adoptable: false }
    const needs = before.map(({ kind }) => kind)
    const isPossibleTogether = isPossible(changes)
    if (isPossibleTogether) before = together
    if (isPossible(each.changes)) return { ...each, adoptable: true }
    return isPossibleTogether ? { ...each, changes, adoptable: true, needs } : { ...each, adoptable: false }
  })
}

export const isInProgress = ({ operations }: OurOrder): boolean => operations.some(awaitsOutcome)

const stateOf = ({ operations, lastSequence }: OurOrder): Seen => seenOf(operations, lastSequence)

/** Finds the payment that an order or a difference refers to, in the books of its card service. */
export const findBookedPayment = async (
  { cards, merchant }: Context,
  { service, reference }: Pick<OurOrder, 'service' | 'reference'>,
): Promise<BookedPayment | undefined> =>
  reference === null ? undefined : cards.named(service).books.payment({ merchantId: merchant.id, reference })

/** The difference for an order without a payment at the card service. None if the order has no money in it. */
function missingThere(order: OurOrder): Difference[] {
  const { reference, shares, currency, amount } = order
  const own = compareOwn(order)
  if (own.length > 0 || (reference === null && shares.charged + shares.refunded === 0n)) return own
  if (shares.ordered + shares.charged + shares.refunded === 0n) return []
  const details = { currency, here: `${amount}` }
  const changes = reference === null ? [] : undoAll(order, `missing:${reference}`)
  return [{ kind: 'missing there', aspect: 'payment', details, changes }]
}

/**
 * Ignores that a payment names another operation, if that one waited for its cardholder: the operation that continued
 * it after the approval was stopped before it could change the name.
 */
async function withoutContinued(
  { db, merchant }: Context,
  { order, operation: id }: BookedPayment,
  differences: Difference[],
): Promise<Difference[]> {
  if (order === undefined || id === undefined || !differences.some(({ kind }) => kind === 'label'))
    return differences
  const waited = await db
    .select({ id: operation.id })
    .from(operation)
    .where(
      and(
        eq(operation.merchantId, merchant.id),
        eq(operation.orderId, order),
        eq(operation.status, 'failed'),
      ),
    )
  return waited.some((each) => each.id === id)
    ? differences.filter(({ kind }) => kind !== 'label')
    : differences
}
