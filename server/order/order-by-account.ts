import type { Context } from '../core/context'
import { fail } from '../model/errors'
import { priced } from '../model/order/price'
import { chargeCancelOrRefund } from '../payment/charge-cancel-refund'
import { requireAccount } from '../store/accounts'
import type { OrderRecord } from '../store/orders'
import { createOrder } from './create-order'
import type { OrderCreatable } from './order-creatable'

/**
 * What an account is to pay now. `expected`: the amount that someone confirmed, in minor units. `card`: the ID of the
 * card that the confirmation named.
 */
export interface AccountOrder extends Pick<OrderCreatable, 'items' | 'currency' | 'number'> {
  /** Whether the order is charged immediately or only reserved. */
  charge: boolean
  expected: bigint
  card?: string | undefined
}

/**
 * Creates an order on the default card of an account and charges it immediately if `charge` is set. If the charge is
 * refused, the order stays reserved and the refusal is returned. `context.origin` identifies the confirmation: if it is
 * sent twice, one order is created and charged once. Throws `not-found`, `order.price-changed` when it would not cost
 * exactly what was confirmed, `payer.card-changed` when another card would pay, and the errors of `createOrder`.
 */
export async function orderByAccount(
  context: Context,
  { accountId, charge, expected, card, ...input }: { accountId: string } & AccountOrder,
): Promise<{ order: OrderRecord; refused?: unknown }> {
  await requireAccount(context, accountId)
  if (priced(input.items, input.currency).amount !== expected) throw fail('order.price-changed')
  const payment = { type: 'account', account: accountId } as const
  const order = await createOrder(context, { ...input, payment }, { card })
  // The same confirmation may have created an order for another amount or currency before.
  if (order.amount !== expected || order.currency !== input.currency) throw fail('order.price-changed')
  if (!charge) return { order }
  const { origin } = context
  const charging = origin === undefined ? context : { ...context, origin: `${origin}:charge` }
  try {
    await chargeCancelOrRefund(charging, { orderId: order.id, event: { type: 'charge' }, expected })
    return { order }
  } catch (error) {
    return { order, refused: error }
  }
}
