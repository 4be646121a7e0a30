import type Stripe from 'stripe'
import type { Dispute, DisputeState } from '../../model/card/settlement'
import { type StripeSession, send } from './client'
import { idOf } from './id-of'
import { isOfAnother, type OtherMerchants } from './intent'
import { hasKnownCurrency } from './known-currency'
import { createdSince, listAll, type UsingSession } from './pages'
import { fromWire } from './wire-amount'

const states: Record<string, DisputeState> = {
  appeal_needs_response: 'needs response',
  appeal_under_review: 'under review',
  lost: 'lost',
  needs_response: 'needs response',
  under_review: 'under review',
  warning_closed: 'closed',
  warning_needs_response: 'needs response',
  warning_under_review: 'under review',
  won: 'won',
}

/**
 * The state of a dispute. A prevented one was resolved before it began, either because the money had gone back to the
 * customer already, or by taking it from the merchant at once (Visa's RDR). The balance shows which.
 */
function stateOf({ status, balance_transactions: moved }: Stripe.Dispute): DisputeState {
  if (status !== 'prevented') return states[status] ?? 'needs response'
  if (moved.length === 0) return 'closed'
  return moved.reduce((sum, { amount }) => sum + amount, 0) < 0 ? 'lost' : 'won'
}

const reasons: Record<string, string> = {
  bank_cannot_process: 'the bank cannot process the payment',
  check_returned: 'a check was returned',
  credit_not_processed: 'a promised refund did not arrive',
  customer_initiated: 'the customer disputes the payment',
  debit_not_authorized: 'the debit was not authorised',
  duplicate: 'the customer was charged twice',
  fraudulent: 'the cardholder did not make this payment',
  incorrect_account_details: 'the account details are wrong',
  insufficient_funds: 'there was not enough money in the account',
  noncompliant: 'the payment breaks a rule of the card network',
  product_not_received: 'the customer did not receive what they paid for',
  product_unacceptable: 'what the customer received was defective or not as described',
  subscription_canceled: 'the customer was charged after ending a subscription',
  unrecognized: 'the cardholder does not recognise the payment',
}

export async function retrieveDispute(
  session: StripeSession,
  { id, others }: { id: string; others: OtherMerchants },
): Promise<Dispute | undefined> {
  const dispute = await send(session, 'dispute', (options) =>
    session.stripe.disputes.retrieve(id, { expand: ['payment_intent'] }, options),
  )
  return isOwn(await others(), dispute) ? disputeOf(dispute) : undefined
}

export async function* disputesSince(
  using: UsingSession,
  { since, others }: { since: Date; others: OtherMerchants },
): AsyncGenerator<Dispute, void> {
  const known = await others()
  const created = createdSince(since)
  const disputes = listAll<Stripe.Dispute>(using, ({ stripe }, page, options) =>
    stripe.disputes.list({ ...page, created, expand: ['data.payment_intent'] }, options),
  )
  for await (const dispute of disputes) if (isOwn(known, dispute)) yield disputeOf(dispute)
}

const isOwn = (others: ReadonlySet<string>, dispute: Stripe.Dispute): boolean =>
  hasKnownCurrency(dispute) && !isOfAnother(others, dispute.payment_intent)

function disputeOf(dispute: Stripe.Dispute): Dispute {
  const { id, amount, currency, reason, status, payment_intent: intent, charge, created } = dispute
  const { due_by: due } = dispute.evidence_details
  return {
    id,
    // A payment without an intent was not made by Kassa.
    authorisation: idOf(intent ?? charge),
    amount: fromWire(amount, currency),
    currency: currency.toUpperCase(),
    reason: reasons[reason] ?? 'the bank gives no reason',
    state: stateOf(dispute),
    isInquiry: status.startsWith('warning'),
    ...(status.startsWith('appeal') && { isAppeal: true }),
    opened: new Date(created * 1000),
    due: due === null || due === 0 ? null : new Date(due * 1000),
  }
}
