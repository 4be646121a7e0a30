import { and } from 'drizzle-orm'
import { operation, order } from '@/db/schema'
import type { Context } from '../core/context'
import { referenceFor } from '../core/id'
import { isOperation, isRunning, type OperationRow } from '../store/operations'
import { isOrder, type OrderRow } from '../store/orders'
import type { CardOutcome } from './call-card-service'

/**
 * Releases the authorisation that a renewal is about to replace, and returns the outcome of the renewal. While it is not
 * certain that the old one is released, the renewal stays pending and recovery tries again, so that the cardholder's money
 * is not held twice. If somebody has charged or released the old one at the card service meanwhile, the order keeps it, and
 * the new one is released.
 */
export async function releaseRenewed(
  context: Context,
  begun: OperationRow,
  outcome: CardOutcome,
): Promise<CardOutcome> {
  if (outcome.status !== 'done' || !begun.payer) return outcome
  const old = await replacedBy(context, begun)
  if (!old) return outcome
  try {
    if (await release(context, old, `release:${begun.id}`)) return outcome
    const { service } = begun.payer
    await release(context, { ...old, service, reference: outcome.reference }, `give back:${begun.id}`)
    return { status: 'declined', code: 'invalid transaction' }
  } catch (cause) {
    return { status: 'unknown', cause }
  }
}

type Replaced = Pick<OrderRow, 'id' | 'amount' | 'currency' | 'service'> & { reference: string }

/**
 * The authorisation that an operation renews; undefined if it has replaced it before. The order is read first: while the
 * operation is running, nothing else replaces its authorisation.
 */
async function replacedBy({ db }: Context, begun: OperationRow): Promise<Replaced | undefined> {
  const [row] = await db.select().from(order).where(isOrder(begun.merchantId, begun.orderId))
  const isPending = (await db.$count(operation, and(isOperation(begun), isRunning))) > 0
  if (!isPending || !row || row.serviceReference === null) return undefined
  const { id, amount, currency, service, serviceReference: reference } = row
  return { id, amount, currency, service, reference }
}

/**
 * Releases an authorisation. Returns false if somebody has charged or released it at the card service. Throws if it may
 * still be open. One that has expired or is unknown there holds nothing.
 */
async function release(
  { cards, merchant: { id: merchantId }, clock }: Context,
  { id: orderId, service, reference, ...money }: Replaced,
  origin: string,
): Promise<boolean> {
  const { books, cancel } = cards.named(service)
  const given = { ...money, merchantId, authorisation: reference, order: orderId, now: clock.now() }
  const outcome = await cancel({ ...given, operation: referenceFor(origin) })
  if (outcome.status === 'done' || outcome.status === 'accepted') return true
  const payment = outcome.status === 'declined' && (await books.payment({ merchantId, reference }))
  if (payment === undefined) return true
  if (!payment || payment.inProgress || payment.charged + payment.cancelled === 0n)
    throw new Error(
      `The authorisation ${reference} was not released: ${outcome.status}`,
      'cause' in outcome ? { cause: outcome.cause } : {},
    )
  return payment.expired && payment.charged === 0n
}
