import type { Merchant } from '@/db/schema'
import { addDefaultMethod } from '../account/add-method'
import { type Context, contextOf } from '../core/context'
import { sha256 } from '../core/crypto'
import type { Runtime } from '../core/runtime'
import { findPaymentLink, linkedOrder } from '../link/payment-link'
import type { OrderFact } from '../model/order/facts'
import { type AccountRow, isAddressOf, type MethodRow, methodsOf, requireAccount } from '../store/accounts'
import { findByOrigin } from '../store/operations'
import { paymentOf } from '../store/order-payment'
import type { OrderRecord } from '../store/orders'
import { requireOrder } from '../store/read-orders'
import { factsOf } from './order-facts'
import { originOfPress, type Paid, type Press, payOwnOrder } from './orders'
import { type Owed, owedBy, owedFor, willBeDeclined } from './owed'

/**
 * The payment that a link leads to. Its context acts for the account, but all that is shown of other payments is whether
 * any is owed.
 */
export interface LinkedPayment {
  state: 'open' | 'expired'
  context: Context
  account: AccountRow
  order: OrderRecord
  facts: OrderFact[]
  /** Undefined once nothing is owed. */
  owed: Owed | undefined
  /** Whether the account owes for anything else, once nothing is owed for this. */
  owesMore: boolean
}

/** Returns the payment that the key of a link leads to; for an unknown key, at most the merchant. Changes nothing. */
export async function findLinkedPayment(
  runtime: Runtime,
  { key, source }: { key: string; source?: string | undefined },
): Promise<LinkedPayment | { state: 'unknown'; merchant: Merchant | undefined }> {
  const found = await findPaymentLink(runtime, key)
  if (found.state === 'unknown') return found
  const { state, merchant, orderId, contact } = found
  const scope = contextOf(runtime, merchant)
  const order = await requireOrder(scope, orderId)
  if (order.accountId === null) throw new Error(`Order ${orderId} with a payment link has no account`)
  // The reader of the mail acts for the account. Attempts with one link share the limit of a key.
  const actor = { kind: 'account', keyId: `${linkedOrder}${orderId}`, accountId: order.accountId } as const
  const context = { ...scope, actor, ...(source !== undefined && { source }) }
  const [account, owed, facts] = await Promise.all([
    requireAccount(context, order.accountId),
    owedFor(context, order),
    factsOf(context, [order]),
  ])
  // Sent to an address that is no longer the customer's.
  if (contact !== null && !isAddressOf(account, contact)) return { state: 'unknown', merchant }
  const unpaid = owed ? [] : await owedBy(context, order.accountId)
  // A payment that is running is being charged already.
  const owesMore = unpaid.some(({ isRunning, needsApproval }) => !isRunning || needsApproval)
  return { state, context, account, order, owed, owesMore, facts: facts.get(orderId) ?? [] }
}

/**
 * Returns the stored card that the payment was last tried with, if it is still the one that payments are charged to
 * and a retry may succeed.
 */
export async function cardToRetry({
  context,
  account,
  order,
  owed,
}: LinkedPayment): Promise<MethodRow | undefined> {
  const [card] = await methodsOf(context, account.id)
  if (!owed || !card || willBeDeclined(owed, card)) return undefined
  return card.token === paymentOf(order).card ? card : undefined
}

interface LinkedAttempt extends Pick<Press, 'expected'> {
  /** Where the bank sends the customer back to. */
  returnUrl: string
}

/** Pays the order with the stored card. `attempt` identifies the press of the button. Throws `not-found`. */
export const payLinkedOrder = (
  { context, account, order }: LinkedPayment,
  attempt: LinkedAttempt & Press,
): Promise<Paid> => payOwnOrder(context, { accountId: account.id, orderId: order.id, ...attempt })

/**
 * Makes the card of a one-time token the account's default and pays the order with it, but nothing else that is owed, and
 * never with another card that was made the default meanwhile. The same token sent again pays once, and leaves the cards as
 * they are then. Throws the errors of `addMethod`.
 */
export async function payLinkedOrderWith(
  { context, account, order }: LinkedPayment,
  token: string,
  attempt: LinkedAttempt,
): Promise<Paid> {
  const accountId = account.id
  const name = sha256(token)
  const origin = `account:${accountId}:card:${name}`
  const method = { type: 'token', card: token } as const
  const pressed = { accountId, orderId: order.id }
  // If the payment has begun, the card has already been made the default. Another one may have been chosen since.
  const isBegun = await findByOrigin(context, originOfPress(pressed, { attempt: name }))
  const added = isBegun
    ? undefined
    : await addDefaultMethod({ ...context, origin }, { id: accountId, method, order: order.id })
  return payOwnOrder(context, { ...pressed, attempt: name, ...attempt, card: added?.id })
}
