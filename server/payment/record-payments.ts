import { and, asc, eq, inArray, max, sql } from 'drizzle-orm'
import type { Transaction } from '@/db/client'
import { insertMany, updateMany } from '@/db/many'
import { account, operation, order, orderEvent } from '@/db/schema'
import type { Context } from '../core/context'
import { type Day, dayOf } from '../model/calendar'
import { describeFailure } from '../model/card/describe-failure'
import type { KassaError } from '../model/errors'
import { allIn, nextRetry } from '../model/order/unpaid'
import { defaultMethods } from '../store/accounts'
import type { EventRow, OperationRow, OrderRow } from '../store/orders'
import { orderTransaction, sharesOf } from '../store/orders'
import { settleStatus } from './account-status'
import { type Told, tell } from './notify'
import { payerOf } from './payer'

/** What a card service said to the payment of an order. `open`: nothing yet. */
export type Payment = { operation: OperationRow; event?: EventRow } & (
  | { status: 'charged'; reference: string }
  | { status: 'failed'; code: string }
  | { status: 'open'; error: KassaError }
)
type Decided = Exclude<Payment, { status: 'open' }>

/**
 * Records what came of payments: ends their operations, moves their orders, decides when a failed one is tried again,
 * settles the status of their accounts and writes who is told; all in one transaction, however many there are. A
 * payment that another has recorded is left as it is. Answers them with the events that were made.
 */
export async function recordPayments(context: Context, payments: readonly Payment[]): Promise<Payment[]> {
  const decided = payments.filter((payment): payment is Decided => payment.status !== 'open')
  if (decided.length === 0) return [...payments]
  const [first, ...others] = decided
  const work = (tx: Transaction) => record(context, tx, decided)
  const told =
    first && others.length === 0
      ? await orderTransaction(context, first.operation.orderId, work)
      : await context.db.transaction(work)
  const events = new Map(told.map(({ event }) => [event.reference, event]))
  return payments.map((payment) => {
    const event = events.get(payment.operation.id)
    return event ? { ...payment, event } : payment
  })
}

async function record(context: Context, tx: Transaction, decided: readonly Decided[]): Promise<Told[]> {
  const { merchant, clock } = context
  const date = clock.now()
  const { orders, statuses, sequences, mine } = await hold(context, tx, decided, date)
  const failed = decided.flatMap(({ status, operation }) => (status === 'failed' ? [operation.orderId] : []))
  const cards = await defaultMethods(
    tx,
    merchant.id,
    failed.flatMap((id) => orders.get(id)?.accountId ?? []),
  )
  const told = decided.flatMap((payment): Told[] => {
    const row = orders.get(payment.operation.orderId)
    if (!row || !mine.has(payment.operation.id)) return []
    const sequence = (sequences.get(row.id) ?? 0) + 1
    const today = dayOf(date, merchant.timeZone)
    // The card was changed while the one before was being charged: the change is a reason to try at once.
    const card = payerOf(cards.get(row.accountId ?? ''))
    const isChanged = card !== null && card.storedCard !== payment.operation.payer?.storedCard
    const next = isChanged
      ? today
      : row.denied > 0n
        ? undefined
        : nextRetry(row.failedOn ?? today, merchant.retryDays, today)
    const after = afterPayment(row, payment, today, next)
    return [{ order: after, event: eventOf(payment, { sequence, date }) }]
  })
  await Promise.all([
    updateMany(
      tx,
      order,
      ['merchantId', 'id'],
      told.map(({ order: row }) => {
        const { merchantId, id, lines, payment, serviceReference, failedOn, retryOn } = row
        return { merchantId, id, ...sharesOf(row), lines, payment, serviceReference, failedOn, retryOn }
      }),
    ),
    insertMany(
      tx,
      orderEvent,
      told.map(({ event }) => event),
    ),
  ])
  // A payment that goes through at once changes no status: its order was never counted as unpaid.
  const unsettled = told.flatMap(({ order: { accountId }, event }) =>
    accountId !== null && (event.type === 'fail' || unsettledStatuses.has(statuses.get(accountId)))
      ? [accountId]
      : [],
  )
  if (unsettled.length > 0) await settleStatus(context, tx, [...new Set(unsettled)])
  await tell(context, tx, told)
  return told
}

const unsettledStatuses = new Set<string | undefined>(['pending', 'suspended'])

/** Locks the orders, ends the operations that are still pending, and locks the accounts: always in this order. */
async function hold(context: Context, tx: Transaction, decided: readonly Decided[], settled: Date) {
  const merchantId = context.merchant.id
  const orderIds = sql.param([...new Set(decided.map(({ operation }) => operation.orderId))])
  const ofOrders = and(eq(order.merchantId, merchantId), sql`${order.id} = any(${orderIds}::text[])`)
  // One after the other: what is sent together may overtake, and whoever locks in another order waits for ever.
  const orders = await tx.select().from(order).where(ofOrders).orderBy(asc(order.id)).for('no key update')
  const mine = await updateMany(
    tx,
    operation,
    ['merchantId', 'id'],
    decided.map((payment) => ({
      merchantId,
      id: payment.operation.id,
      status: payment.status === 'charged' ? ('done' as const) : ('failed' as const),
      serviceReference: payment.status === 'charged' ? payment.reference : null,
      code: payment.status === 'failed' ? payment.code : null,
      settled,
    })),
    { still: sql`present.status = 'pending'` },
  )
  const [accounts, sequences] = await Promise.all([
    tx
      .select({ id: account.id, status: account.status })
      .from(account)
      .where(
        and(
          eq(account.merchantId, merchantId),
          inArray(
            account.id,
            tx
              .select({ id: sql`${order.accountId}` })
              .from(order)
              .where(ofOrders),
          ),
        ),
      )
      .orderBy(asc(account.id))
      .for('no key update'),
    tx
      .select({ orderId: orderEvent.orderId, last: max(orderEvent.sequence) })
      .from(orderEvent)
      .where(
        and(eq(orderEvent.merchantId, merchantId), sql`${orderEvent.orderId} = any(${orderIds}::text[])`),
      )
      .groupBy(orderEvent.orderId),
  ])
  return {
    orders: new Map(orders.map((row) => [row.id, row])),
    statuses: new Map(accounts.map(({ id, status }) => [id, status])),
    sequences: new Map(sequences.map(({ orderId, last }) => [orderId, last])),
    mine: new Set(mine),
  }
}

/** An order after a payment went through, or failed once more. */
function afterPayment(row: OrderRow, payment: Decided, today: Day, next: Day | undefined): OrderRow {
  const { amount, payer } = payment.operation
  const before = { currency: row.currency, shares: sharesOf(row), lines: row.lines }
  const paidWith = payer ? { ...row.payment, service: payer.service, ...payer.card } : row.payment
  if (payment.status === 'charged') {
    const { shares, lines } = allIn(before, 'charged', amount)
    return {
      ...row,
      ...shares,
      lines,
      payment: paidWith,
      serviceReference: payment.reference,
      retryOn: null,
    }
  }
  const failedOn = row.failedOn ?? today
  // What was given up stays so until it is paid, though a new card has it tried once more.
  const isGivenUp = row.denied > 0n || next === undefined
  const { shares, lines } = allIn(before, isGivenUp ? 'denied' : 'pending', amount)
  return { ...row, ...shares, lines, payment: paidWith, failedOn, retryOn: next ?? null }
}

const eventOf = (payment: Decided, at: Pick<EventRow, 'sequence' | 'date'>): EventRow => {
  const { merchantId, orderId, id, amount, currency } = payment.operation
  const event = { ...at, merchantId, orderId, reference: id, items: null, currency }
  if (payment.status === 'charged') return { ...event, type: 'charge', amount, original: null, error: null }
  const error = { code: payment.code, description: describeFailure(payment.code) }
  return { ...event, type: 'fail', amount: null, original: 'charge', error }
}
