import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { updateMany } from '@/db/many'
import { unplanned } from '@/db/prepared'
import { account, operation, order } from '@/db/schema'
import { type Context, type InTransaction, inTransaction, type Scope } from '../core/context'
import { isOneOf } from '../core/one-of'
import { dayOf } from '../model/calendar'
import { compareEntriesAgain } from '../settlement/record-entries'
import { defaultMethods, type MethodRow, methodsOf, setDefaultMethod } from '../store/accounts'
import { isEventKind, isOperation, type OperationRow } from '../store/operations'
import { orderTransaction } from '../store/order-turn'
import { type EventRow, lastSequences } from '../store/orders'
import {
  type Decided,
  eventOf,
  isOfAttempt,
  operationAfter,
  orderAfterEvent,
  orderAfterPayment,
  releaseAfter,
} from './after-decision'
import type { RecordedEvent } from './notify'
import { recordEvents } from './record-events'

/**
 * Records decisions of the card service in one transaction: completes the operations, moves the amounts of their
 * orders, adds an event to each, schedules retries of failed payments, refreshes the status of accounts, and
 * notifies. Returns, by operation id, the events of the operations that this call completed: null for an order that
 * was never created. If two processes get here, the second one sees that the operation is already complete and
 * changes nothing. With `isImpatient`, it waits for a lock for a second only.
 */
export async function recordDecisions(
  context: Context,
  decided: readonly Decided[],
  { isImpatient = false } = {},
): Promise<Map<string, EventRow | null>> {
  const [first, ...others] = decided
  if (!first) return new Map()
  if (first.operation.kind === 'authorise' && others.length === 0) {
    const ended = await endOperations(context, decided)
    if (ended.length > 0 && first.status === 'failed' && first.code === 'verification required')
      await forgetContents(context, first.operation)
    return new Map(ended.map((id) => [id, null]))
  }
  const work = async (inside: InTransaction) => {
    if (isImpatient) await inside.db.execute(sql`set local lock_timeout = '1s'`)
    return recordDecisionsInside(inside, decided)
  }
  const events =
    others.length === 0
      ? await orderTransaction(context, first.operation.orderId, work)
      : await inTransaction(context, work)
  return new Map(events.map((event) => [event.reference ?? '', event]))
}

/** Records decisions on charges, cancellations, refunds and payments in a transaction that has begun. */
export async function recordDecisionsInside(
  context: InTransaction,
  decided: readonly Decided[],
): Promise<EventRow[]> {
  const held = await hold(context, decided)
  const cards = await cardsAfterFailures(context, decided, held)
  const date = context.clock.now()
  const recorded = decided.flatMap((decision) =>
    held.ended.has(decision.operation.id) ? eventsOfDecision(context, decision, { held, cards, date }) : [],
  )
  // A refused charge, cancellation or refund leaves its order as it was.
  const latest = new Map(recorded.map(({ order: row }) => [row.id, row]))
  const changed = [...latest.values()].filter((row) => row !== held.orders.get(row.id))
  for (const { status, operation } of decided) {
    const accountId = held.orders.get(operation.orderId)?.accountId
    if (status === 'done' && held.ended.has(operation.id) && accountId)
      await keepTried(context, accountId, operation)
  }
  await recordEvents(context, { recorded, changed, accountIds: accountsToRefresh(recorded, held) })
  // While it was accepted, the operation explained what the card service had moved.
  const isBack = ({ status, operation }: Decided) => status === 'failed' && operation.status === 'accepted'
  await compareEntriesAgain(
    context,
    decided.filter(isBack).map(({ operation }) => operation.orderId),
  )
  return recorded.map(({ event }) => event)
}

/** Returns the default cards of accounts whose payment has failed, by account. */
async function cardsAfterFailures(
  context: InTransaction,
  decided: readonly Decided[],
  { orders }: Held,
): Promise<Map<string, MethodRow>> {
  const accountIds = decided.flatMap(({ status, operation: { kind, orderId } }) =>
    status === 'failed' && kind === 'pay' ? (orders.get(orderId)?.accountId ?? []) : [],
  )
  return accountIds.length > 0 ? defaultMethods(context, accountIds) : new Map()
}

/** Returns the event of a decision, with the order as it leaves it, and the release that follows from it, if any. */
function eventsOfDecision(
  { merchant }: InTransaction,
  decision: Decided,
  { held, cards, date }: { held: Held; cards: ReadonlyMap<string, MethodRow>; date: Date },
): RecordedEvent[] {
  const { kind, orderId, units, payer, status, amount } = decision.operation
  const before = held.orders.get(orderId)
  if (!before) return []
  const sequence = (held.sequences.get(orderId) ?? 0) + 1
  const after = isEventKind(kind)
    ? orderAfterEvent(before, decision)
    : orderAfterPayment(before, decision, {
        today: dayOf(date, merchant.timeZone),
        card: cards.get(before.accountId ?? ''),
        retryDays: merchant.retryDays,
      })
  const recorded = {
    order: after,
    event: eventOf(decision, { sequence, date, before, after }),
    units,
    card: payer?.card,
    isTried: payer?.insteadOf !== undefined,
    accepted: status === 'accepted' ? amount : undefined,
  }
  const release = releaseAfter(recorded, decision)
  return release ? [recorded, release] : [recorded]
}

const owing = new Set<string | undefined>(['pending', 'suspended'])

/**
 * Returns the accounts whose status the events may change. A payment that succeeds at once changes none: its order was
 * never counted as unpaid.
 */
const accountsToRefresh = (recorded: readonly RecordedEvent[], { statuses }: Held): string[] =>
  recorded.flatMap(({ order: { accountId }, event }) =>
    accountId !== null &&
    statuses.has(accountId) &&
    (event.type === 'fail' || owing.has(statuses.get(accountId)))
      ? [accountId]
      : [],
  )

/** Makes a tried card that has paid the default, unless the default has changed since. The caller has locked the account. */
async function keepTried(context: InTransaction, accountId: string, { payer }: OperationRow): Promise<void> {
  if (payer?.insteadOf === undefined) return
  const methods = await methodsOf(context, accountId)
  const tried = methods.find(({ serviceReference }) => serviceReference === payer.storedCard)
  if (tried && methods[0]?.serviceReference === payer.insteadOf)
    await setDefaultMethod(context.db, tried, methods)
}

type Held = Awaited<ReturnType<typeof hold>>

/** Locks the orders, completes the pending operations, and locks the accounts of payments, in this order. */
async function hold(context: InTransaction, decided: readonly Decided[]) {
  const orderIds = [...new Set(decided.map(({ operation }) => operation.orderId))]
  const ofOrders = and(eq(order.merchantId, context.merchant.id), isOneOf(order.id, orderIds))
  // Awaited one after another: statements that are sent together may overtake each other and lock in another order.
  const orders = await context.db.select().from(order).where(ofOrders).orderBy(order.id).for('no key update')
  const [ended, sequences] = await Promise.all([
    endOperations(context, decided),
    lastSequences(context, orderIds),
  ])
  const paid = new Set(
    decided.flatMap(({ operation: { kind, orderId } }) => (kind === 'pay' ? [orderId] : [])),
  )
  const accounts = await lockAccounts(
    context,
    orders.flatMap(({ id, accountId }) => (paid.has(id) && accountId !== null ? [accountId] : [])),
  )
  return {
    orders: new Map(orders.map((row) => [row.id, row])),
    ended: new Set(ended),
    sequences,
    statuses: new Map(accounts.map(({ id, status }) => [id, status])),
  }
}

const lockAccounts = async ({ db, merchant }: Scope, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .select({ id: account.id, status: account.status })
        .from(account)
        .where(and(eq(account.merchantId, merchant.id), inArray(account.id, [...new Set(ids)])))
        .orderBy(account.id)
        .for('no key update')

/**
 * Erases the lines of an order that waits for approval, and what identifies its payer. No order refers to this operation, so
 * nothing would erase them later, and a public key could be used to store any amount of data. The request after the
 * approval sends them again.
 */
async function forgetContents({ db }: Pick<Context, 'db'>, row: OperationRow): Promise<void> {
  const draft = sql`(jsonb_set(draft::jsonb, '{lines}', 'null') - 'metadata' #- '{payment,client}')::json`
  await db.update(operation).set({ draft }).where(isOperation(row))
}

/** Completes the operations that are not complete yet, or marks them as accepted. Returns their ids. */
async function endOperations(
  { db, clock }: Pick<Context, 'clock'> & { db: Queryable },
  decided: readonly Decided[],
): Promise<string[]> {
  const settled = clock.now()
  const rowsOf = (decisions: readonly Decided[]) => decisions.map((each) => operationAfter(each, settled))
  const [pending, accepted] = [unplanned('pending'), unplanned('accepted')]
  const still = sql`(present.status = ${pending} or (present.status = ${accepted} and given.status <> 'accepted'))`
  const key = ['merchantId', 'orderId', 'place', 'id'] as const
  const final = rowsOf(decided.filter((each) => !isOfAttempt(each))).map(({ attempts: _, ...row }) => row)
  const others = rowsOf(decided.filter(isOfAttempt))
  const ended = await updateMany(db, operation, key, final, { still })
  // A refusal that concerns one attempt completes the operation only if no other attempt has begun.
  return [...ended, ...(await updateMany(db, operation, [...key, 'attempts'], others, { still }))]
}
