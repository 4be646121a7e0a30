import { later } from '../../core/clock'
import type { Context } from '../../core/context'
import type { BookedPayment, TimeRange } from '../../model/card/books'
import { compare, compareOwn, type OurOrder } from './compare'
import { type ExaminedDifference, examine, isInProgress } from './examine'
import { type OurPlacedOrder, ordersAfter, ordersOfPayments } from './our-orders'
import { explainUnknown } from './unknown-payments'

/** A difference between the books, and where it is. */
export interface FoundDifference extends ExaminedDifference {
  service: string
  orderId: string | null
  reference: string | null
}

/** What a comparison has read. */
export interface Counts {
  orders: number
  payments: number
  /** Orders with an operation that is not complete, or a payment that is not final. */
  inProgress: number
}

interface Comparison extends Counts {
  service: string
  overdue: ReadonlySet<string>
  report: (found: FoundDifference) => Promise<void>
}

/**
 * Compares Kassa's books with those of a card service, for orders and payments that were created in a range. Both are
 * read in order of time, a part at a time, and anything without a counterpart is looked up on its own. So a comparison
 * of any size needs a bounded amount of memory. Reports each difference once.
 */
export async function compareBooks(
  context: Context,
  {
    service,
    range,
    report,
    overdue = new Set(),
    atOnce = { orders: 10_000, unmatched: 5000 },
  }: {
    service: string
    range: TimeRange
    report: (found: FoundDifference) => Promise<void>
    /** The ids of operations that are reported as overdue. Their orders do not count as in progress. */
    overdue?: ReadonlySet<string>
    /** How many orders are read at once, and how many orders or payments without a counterpart are kept. */
    atOnce?: { orders: number; unmatched: number }
  },
): Promise<Counts> {
  const reported = new Set<string>()
  const comparison: Comparison = {
    service,
    overdue,
    orders: 0,
    payments: 0,
    inProgress: 0,
    report: async (found) => {
      const key = keyOf(found)
      if (reported.has(key)) return
      reported.add(key)
      await report(found)
    },
  }
  const ours = new Map<string, OurOrder>()
  const theirs = new Map<string, BookedPayment>()
  // Orders whose payment was not created in their part of the range.
  const matched = new Set<string>()
  const { books } = context.cards.named(service)
  for await (const part of partsOf(context, range, atOnce.orders)) {
    for (const order of part.orders.filter((each) => each.service === service)) {
      comparison.orders++
      if (order.reference === null) await compareUnpaid(context, comparison, order)
      else if (
        !matched.has(order.id) &&
        !(await match(context, comparison, order, takeFrom(theirs, order.reference)))
      )
        ours.set(order.reference, order)
    }
    for await (const page of books.pages({ merchantId: context.merchant.id }, part.range)) {
      comparison.payments += page.length
      for (const payment of page)
        if (!(await match(context, comparison, takeFrom(ours, payment.reference), payment)))
          theirs.set(payment.reference, payment)
      if (theirs.size > atOnce.unmatched)
        for (const order of await lookUpPayments(context, comparison, theirs)) {
          matched.add(order.id)
          ours.delete(order.reference ?? '')
        }
    }
    if (ours.size > atOnce.unmatched) await lookUpOrders(context, comparison, ours)
  }
  for (const { reference } of await lookUpPayments(context, comparison, theirs)) ours.delete(reference ?? '')
  await lookUpOrders(context, comparison, ours)
  const { orders, payments, inProgress } = comparison
  return { orders, payments, inProgress }
}

/** Identifies a difference, whatever its amounts are. */
export const keyOf = ({
  orderId,
  reference,
  aspect,
}: Pick<FoundDifference, 'orderId' | 'reference' | 'aspect'>): string => `${orderId ?? reference} ${aspect}`

function takeFrom<T>(map: Map<string, T>, key: string): T | undefined {
  const value = map.get(key)
  map.delete(key)
  return value
}

/**
 * Parts of a range with the orders that were created in them. The clock of a test merchant can be ahead of that of its
 * card service. Then few payments are in the same part as their order.
 */
async function* partsOf(
  context: Context,
  { from, to }: TimeRange,
  limit: number,
): AsyncGenerator<{ orders: OurPlacedOrder[]; range: TimeRange }> {
  const { clockAhead } = context.merchant
  const until = to && later(to, clockAhead)
  let start = from
  let after: OurPlacedOrder | undefined
  for (;;) {
    const orders = await ordersAfter(context, { from, after, to: until, limit })
    const last = orders.at(-1)
    if (!last || orders.length < limit) {
      yield { orders, range: { from: start, to } }
      return
    }
    // Services count in seconds.
    const end = earliest(to, wholeSecond(last.created))
    yield { orders, range: { from: start, to: end } }
    after = last
    start = end
  }
}

const earliest = (one: Date | undefined, other: Date): Date => (one && one < other ? one : other)

const wholeSecond = (instant: Date) => new Date(Math.floor(instant.getTime() / 1000) * 1000)

/** Compares an order with its payment. Returns false if one of them is missing. */
async function match(
  context: Context,
  comparison: Comparison,
  order: OurOrder | undefined,
  payment: BookedPayment | undefined,
): Promise<boolean> {
  if (!order || !payment) return false
  if (isInProgress(order) || payment.inProgress) countInProgress(comparison, order)
  else if (compare(order, payment).length > 0 || needsRefunds(payment))
    await reportExamined(context, comparison, order)
  return true
}

function countInProgress(comparison: Comparison, { operations }: OurOrder): void {
  if (!operations.some(({ id }) => comparison.overdue.has(id))) comparison.inProgress++
}

/** Whether refunds have to be compared one by one, and the page does not have them. */
const needsRefunds = ({ refunded, recorded }: BookedPayment) => refunded > 0n && !recorded.has('refund')

/** Reports the differences of an order, as it is now. */
async function reportExamined(context: Context, comparison: Comparison, ours: OurOrder): Promise<void> {
  const { id } = ours
  const examined = await examine(context, id)
  if (!examined) return
  if (examined.status === 'in progress') {
    countInProgress(comparison, ours)
    return
  }
  const { service, report } = comparison
  const { reference } = examined.order
  for (const each of examined.differences) await report({ ...each, service, orderId: id, reference })
}

async function compareUnpaid(context: Context, comparison: Comparison, order: OurOrder): Promise<void> {
  const isClaimed = order.shares.charged + order.shares.refunded > 0n
  if (isInProgress(order)) countInProgress(comparison, order)
  else if (isClaimed || compareOwn(order).length > 0) await reportExamined(context, comparison, order)
}

async function lookUpOrders(
  context: Context,
  comparison: Comparison,
  orders: Map<string, OurOrder>,
): Promise<void> {
  for (const order of orders.values()) await reportExamined(context, comparison, order)
  orders.clear()
}

/** Finds the orders of payments that were created at another time, and reports payments without one. Returns the orders. */
async function lookUpPayments(
  context: Context,
  comparison: Comparison,
  payments: Map<string, BookedPayment>,
): Promise<OurOrder[]> {
  const { service, report } = comparison
  const references = [...payments.keys()]
  const orders = payments.size === 0 ? [] : await ordersOfPayments(context, { service, references })
  for (const order of orders)
    await match(context, comparison, order, takeFrom(payments, order.reference ?? ''))
  const { differences, inProgress } = await explainUnknown(context, {
    service,
    payments: [...payments.values()],
  })
  comparison.inProgress += inProgress
  for (const each of differences) await report({ ...each, service })
  payments.clear()
  return orders
}
