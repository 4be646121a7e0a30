import { updateMany } from '@/db/many'
import { order } from '@/db/schema'
import { hours, later, startOfDay } from '../core/clock'
import type { Context, InTransaction } from '../core/context'
import { lastingHash } from '../core/crypto'
import { referenceFor } from '../core/id'
import type { Payer } from '../model/order/records'
import { defaultMethods, type MethodRow } from '../store/accounts'
import type { LastFailure } from '../store/last-failures'
import { lastPlaces, type OperationRow, placeAfter } from '../store/operations'
import type { OrderRow } from '../store/orders'
import { requireExpectedCard } from './expected-card'
import { forbiddenBy } from './forbidden-cards'
import { insertOperations, newOperation } from './new-operation'

/** Where the cardholder returns to after the bank's page; without it, the cardholder is not present. */
export interface Presence {
  returnUrl?: string | undefined
}

/** How a person confirmed payments. `card`: the ID of the default card that the person saw, null for no card. */
export interface ConfirmedCard extends Presence {
  card?: string | null | undefined
}

/** The stored card that pays, as saved on an operation and its order; null without a card. */
export const payerOf = (method: MethodRow | undefined, { returnUrl }: Presence = {}): Payer | null => {
  if (!method) return null
  const { service, serviceReference } = method
  return {
    service,
    storedCard: serviceReference,
    card: cardRecordOf(method),
    ...(returnUrl !== undefined && { returnUrl }),
  }
}

/** What is recorded of a stored card that pays. */
export const cardRecordOf = ({ scheme, iin, last4, expires, token }: MethodRow) => ({
  ...{ scheme, ...(iin !== null && { iin }), last4, expires },
  card: token,
})

function payerInsteadOf(own: MethodRow | undefined, tried: MethodRow): Payer | null {
  const payer = payerOf(tried)
  return payer && { ...payer, insteadOf: (own ?? tried).serviceReference }
}

/** Returns an operation that pays an order in full. `last` is the place of the order's last operation, if it has any. */
export const newPayment = (
  context: Context,
  {
    order,
    last,
    payer,
  }: {
    order: Pick<OrderRow, 'id' | 'currency' | 'amount' | 'due' | 'created'>
    last?: number | undefined
    payer: Payer | null
  },
): OperationRow => {
  const { id, currency, amount } = order
  const place = placeAfter(last)
  const sentSince = payer && sentSinceOf(context, order)
  const given = {
    ...{ orderId: id, place, currency, amount, byAccount: true },
    payer: sentSince ? { ...payer, sentSince } : payer,
  }
  return newOperation(context, { kind: 'pay', id: idOfPayment(context, given), ...given })
}

/** Always the same for a payment of an order: the card service knows it even if a restored database does not. */
const idOfPayment = (
  { merchant }: Pick<Context, 'merchant'>,
  { orderId, place }: Pick<OperationRow, 'orderId' | 'place'>,
): string => referenceFor(lastingHash('payment', `${merchant.id} ${orderId} ${place}`))

/** Card services remember IDs for a day, or longer. */
const lateAfter = hours(23)

/**
 * Since when a late payment may have been sent: a restored database does not know what was paid after its backup. What is
 * on time needs no look-up, because the card service still remembers its ID.
 */
function sentSinceOf(
  { merchant }: Pick<Context, 'merchant'>,
  { due, created }: Pick<OrderRow, 'due' | 'created'>,
): string | undefined {
  const fellDue = due === null ? created : startOfDay(due, merchant.timeZone)
  const since = later(fellDue, -merchant.clockAhead)
  return since.getTime() < Date.now() - lateAfter ? since.toISOString() : undefined
}

interface PaymentOptions extends ConfirmedCard {
  /** Why the last payment of some of the orders failed, by order. A card that must not be tried again is not sent. */
  failures?: ReadonlyMap<string, LastFailure> | undefined
  /** A card of the account to try instead of its default. */
  tried?: MethodRow | undefined
}

/**
 * Begins the payment of unpaid orders with the default card of each account. The caller has locked the orders. From
 * here on any process, including the worker, can complete the payments. Throws `payer.card-changed`.
 */
export async function beginPayments(
  context: InTransaction,
  orders: readonly OrderRow[],
  { tried, card, failures, ...presence }: PaymentOptions,
): Promise<OperationRow[]> {
  const accountIds = orders.flatMap(({ accountId }) => accountId ?? [])
  const orderIds = orders.map(({ id }) => id)
  const [methods, places] = await Promise.all([
    defaultMethods(context, accountIds),
    lastPlaces(context, orderIds),
  ])
  const begun = orders.map((row) => {
    const own = methods.get(row.accountId ?? '')
    requireExpectedCard(own, card)
    const payer = tried ? payerInsteadOf(own, tried) : payerOf(own, presence)
    const declined = own && forbiddenBy(failures?.get(row.id), row, own)
    if (payer && declined) payer.declined = declined
    return newPayment(context, { order: row, last: places.get(row.id), payer })
  })
  await Promise.all([
    insertOperations(context, begun),
    // From here on the outcome of the operation decides when the payment is retried. What payers try themselves uses up no
    // retry, not even one that falls due while they are at their bank.
    updateMany(
      context.db,
      order,
      ['merchantId', 'id'],
      tried || presence.returnUrl !== undefined
        ? []
        : orders.map(({ merchantId, id }) => ({ merchantId, id, retryOn: null })),
    ),
  ])
  return begun
}
