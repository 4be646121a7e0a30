import type { Transaction } from '@/db/client'
import { insertMany, updateMany } from '@/db/many'
import { operation, order } from '@/db/schema'
import { cardFailure } from '../card/errors'
import type { Context } from '../core/context'
import { newReference } from '../core/id'
import { inParallel } from '../core/parallel'
import type { Authorised, Outcome } from '../model/card/service'
import type { Payer } from '../model/order/records'
import { defaultMethods } from '../store/accounts'
import type { OperationRow, OrderRow } from '../store/orders'
import { payerOf } from './payer'
import { type Payment, recordPayments } from './record-payments'

/** How many payments are asked for at once: enough to hide waiting, few enough to leave connections. */
const askedAtATime = 8

/** The operation that pays all of an order at once. */
export const newPayment = (
  context: Context,
  orderRow: Pick<OrderRow, 'id' | 'currency' | 'amount'>,
  payer: Payer | null,
): OperationRow => ({
  merchantId: context.merchant.id,
  id: newReference(),
  orderId: orderRow.id,
  kind: 'pay',
  status: 'pending',
  currency: orderRow.currency,
  amount: orderRow.amount,
  byAccount: true,
  draft: null,
  payer,
  items: null,
  units: null,
  origin: context.origin ?? null,
  serviceReference: null,
  code: null,
  created: context.clock.now(),
  settled: null,
  attempts: 1,
  attempted: new Date(),
})

/**
 * Begins the payment of unpaid orders, which `tx` has locked, each by the default card that its account has now.
 * From here on nothing is lost: whoever settles first, the worker included, brings it to its end.
 */
export async function beginPayments(
  context: Context,
  tx: Transaction,
  orders: readonly OrderRow[],
): Promise<OperationRow[]> {
  if (orders.length === 0) return []
  const accountIds = orders.flatMap(({ accountId }) => accountId ?? [])
  const methods = await defaultMethods(tx, context.merchant.id, accountIds)
  const begun = orders.map((row) => newPayment(context, row, payerOf(methods.get(row.accountId ?? ''))))
  await Promise.all([
    insertMany(tx, operation, begun),
    // The operation decides from here on when it is tried again.
    updateMany(
      tx,
      order,
      ['merchantId', 'id'],
      orders.map(({ merchantId, id }) => ({ merchantId, id, retryOn: null })),
    ),
  ])
  return begun
}

/**
 * Asks the card service for payments that are begun, and records what came of them in one transaction. `recovering`
 * asks first what became of an earlier attempt. A payment that the service failed on or did not answer stays pending,
 * and its order with it: the worker asks again, and no payer is told of a failure that is not the card's.
 */
export async function settlePayments(
  context: Context,
  begun: readonly OperationRow[],
  { recovering = false }: { recovering?: boolean } = {},
): Promise<Payment[]> {
  const asked = await inParallel(begun, askedAtATime, async (operation): Promise<Payment> => {
    // One that cannot be asked for is as open as one without an answer; what became of the others is recorded.
    const outcome = await ask(context, operation, recovering).catch(
      (cause: unknown) => ({ status: 'unknown', cause }) as const,
    )
    switch (outcome.status) {
      case 'done':
        return { operation, status: 'charged', reference: outcome.reference }
      case 'declined':
        return { operation, status: 'failed', code: outcome.code }
      case 'no card':
        return { operation, status: 'failed', code: 'no card' }
      case 'failed':
      case 'unknown':
        return { operation, status: 'open', error: cardFailure({ ...outcome, status: 'unknown' }) }
      default:
        // A stored card that wants its holder, who is not there.
        return { operation, status: 'failed', code: '3ds authentication failure' }
    }
  })
  return recordPayments(context, asked)
}

async function ask(
  context: Context,
  { merchantId, id, amount, currency, payer }: OperationRow,
  recovering: boolean,
): Promise<Outcome<Authorised> | { status: 'no card' }> {
  if (!payer) return { status: 'no card' }
  const service = context.cards.named(payer.service)
  const call = { merchantId, operation: id, now: context.clock.now(), amount, currency }
  return (
    (recovering && (await service.retrieve(call))) ||
    service.authorize({ ...call, source: { storedCard: payer.storedCard }, capture: true })
  )
}
