import type { Context } from '../core/context'
import { fail, hasCode, KassaError } from '../model/errors'
import { chargeCancelOrRefund } from '../payment/charge-cancel-refund'
import { type CompletedOperation, completeOperation } from '../payment/complete-operation'
import { awaitsApproval, runningOperations } from '../store/operations'
import type { OrderRecord } from '../store/orders'
import { requireOrder } from '../store/read-orders'

/** Returns an order of this account. Throws `not-found` for another account's order too. */
export async function requireOwnOrder(
  context: Context,
  { accountId, orderId }: { accountId: string; orderId: string },
): Promise<OrderRecord> {
  const found = await requireOrder(context, orderId)
  if (found.accountId !== accountId) throw fail('not-found', { what: 'order' })
  return found
}

/** The result of a payment that the customer requested. `approve`: the customer has to approve it at the bank. */
export type Paid = 'paid' | 'approve' | 'failed' | 'later' | 'changed'

/** A press of a pay button. */
export interface Press {
  attempt: string
  expected: bigint
  card?: string | undefined
}

/** Identifies a press of a pay button, whose payment begins once. */
export const originOfPress = (
  { accountId, orderId }: { accountId: string; orderId: string },
  { attempt }: Pick<Press, 'attempt'>,
): string => `account:${accountId}:${orderId}:${attempt}`

/** The page to which customers return from their bank. */
const approvedPage = (orderId: string) => `/account/orders/${orderId}/approved`

/**
 * Pays an unpaid order with the customer's default card. `attempt` identifies the press of the button: if it is sent
 * twice, or two attempts run at once, the order is paid once. `expected` is the amount on the button, in minor units,
 * and `card` the ID of the card that the page named; with another amount or card, nothing is paid.
 * If the customer's bank asks for approval, the payment waits for it, and the bank sends the customer back to
 * `returnUrl`. The reason for a failure is in the order's events. Throws `not-found`.
 */
export async function payOwnOrder(
  context: Context,
  {
    accountId,
    orderId,
    attempt,
    expected,
    card,
    returnUrl = `${context.baseUrl}${approvedPage(orderId)}`,
  }: { accountId: string; orderId: string; returnUrl?: string } & Press,
): Promise<Paid> {
  const found = await requireOwnOrder(context, { accountId, orderId })
  // What a card has authorised is charged by the merchant, never by the customer.
  if (found.serviceReference !== null) return found.charged > 0n ? 'paid' : 'changed'
  const origin = originOfPress({ accountId, orderId }, { attempt })
  const { paid } = await outcomeOf(context, { accountId, orderId }, () =>
    chargeCancelOrRefund(
      { ...context, origin },
      { orderId, event: { type: 'charge' }, expected, card, returnUrl },
    ),
  )
  return paid
}

/**
 * Looks up a payment that waits for the customer's approval, and records its outcome if there is one. With `approve`,
 * `bankUrl` is the bank's page. Throws `not-found`.
 */
export async function resumePayment(
  context: Context,
  { accountId, orderId }: { accountId: string; orderId: string },
): Promise<{ paid: Paid; bankUrl?: string }> {
  const found = await requireOwnOrder(context, { accountId, orderId })
  const waiting = (await runningOperations(context, orderId)).find(awaitsApproval)
  if (!waiting) return { paid: found.charged > 0n ? 'paid' : 'failed' }
  return outcomeOf(context, { accountId, orderId }, () => completeOperation(context, waiting))
}

async function outcomeOf(
  context: Context,
  order: { accountId: string; orderId: string },
  pay: () => Promise<CompletedOperation>,
): Promise<{ paid: Paid; bankUrl?: string }> {
  try {
    const { event, approval: bankUrl } = await pay()
    if (bankUrl !== undefined) return { paid: 'approve', bankUrl }
    return { paid: event.type === 'accept' ? 'later' : 'paid' }
  } catch (error) {
    if (!(error instanceof KassaError)) throw error
    if (hasCode(error, 'order.changed', 'payer.card-changed')) return { paid: 'changed' }
    if (hasCode(error, 'card-service.no-response')) return { paid: 'later' }
    if (hasCode(error, 'card.declined', 'payment.no-card')) return { paid: 'failed' }
    // Anything else is an order that is being paid, or has been paid since.
    const now = await requireOwnOrder(context, order)
    return { paid: now.charged > 0n ? 'paid' : 'later' }
  }
}
