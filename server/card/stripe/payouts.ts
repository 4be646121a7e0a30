import type Stripe from 'stripe'
import type { EntryKind, Payout, PayoutState, SettlementEntry } from '../../model/card/settlement'
import { type StripeSession, send } from './client'
import { idOf } from './id-of'
import { isOfAnother, type OtherMerchants } from './intent'
import { hasKnownCurrency } from './known-currency'
import { createdSince, listAll, type UsingSession } from './pages'
import { fromWire } from './wire-amount'

const states: Record<string, PayoutState> = {
  pending: 'on its way',
  in_transit: 'on its way',
  paid: 'paid',
  failed: 'failed',
  canceled: 'cancelled',
}

const itemised: Record<string, Payout['itemised']> = { completed: 'yes', not_applicable: 'never' }

/** Stripe's categories for bookkeeping. */
const kinds: Record<string, EntryKind> = {
  charge: 'charge',
  // Like a refund: the event that takes the charge back is booked, not this.
  charge_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute reversal',
  fee: 'fee',
  network_cost: 'fee',
  // What a capture in part has released. The charge before it has the whole authorisation.
  partial_capture_reversal: 'charge',
  payout_reversal: 'failed payout',
  refund: 'refund',
  refund_failure: 'failed refund',
  tax: 'fee',
}

export async function retrievePayout(session: StripeSession, id: string): Promise<Payout | undefined> {
  const payout = await send(session, 'payout', (options) => session.stripe.payouts.retrieve(id, {}, options))
  return hasKnownCurrency(payout) ? payoutOf(payout) : undefined
}

export async function* payoutsSince(using: UsingSession, since: Date): AsyncGenerator<Payout, void> {
  const payouts = listAll<Stripe.Payout>(using, ({ stripe }, page, options) =>
    stripe.payouts.list({ ...page, created: createdSince(since) }, options),
  )
  for await (const payout of payouts) if (hasKnownCurrency(payout)) yield payoutOf(payout)
}

function payoutOf(payout: Stripe.Payout): Payout {
  const { id, amount, currency, status, created, arrival_date: arrives } = payout
  return {
    id,
    amount: fromWire(amount, currency),
    currency: currency.toUpperCase(),
    state: states[status] ?? 'on its way',
    created: new Date(created * 1000),
    arrives: new Date(arrives * 1000),
    itemised: itemised[payout.reconciliation_status] ?? 'not yet',
  }
}

type Narrowed = { payout: string } | { created: { gte: number } }

export const entriesOf = (
  using: UsingSession,
  { payout, others }: { payout: string; others: OtherMerchants },
) => entries(using, others, { payout })

export const entriesSince = (
  using: UsingSession,
  { since, others }: { since: Date; others: OtherMerchants },
) => entries(using, others, { created: createdSince(since) })

async function* entries(
  using: UsingSession,
  others: OtherMerchants,
  narrowed: Narrowed,
): AsyncGenerator<SettlementEntry, void> {
  const known = await others()
  const transactions = listAll<Stripe.BalanceTransaction>(using, ({ stripe }, page, options) =>
    stripe.balanceTransactions.list(
      { ...page, ...narrowed, expand: ['data.source.payment_intent'] },
      options,
    ),
  )
  for await (const transaction of transactions) {
    const isOwn = !isOfAnother(known, paymentOf(transaction))
    if (isOwn && hasKnownCurrency(transaction) && isEntry(transaction)) yield entryOf(transaction)
  }
}

const isPayout = ({ type }: Stripe.BalanceTransaction) => type === 'payout'

/** The payout itself is not one of its entries. What Stripe charges for it, such as for an instant one, is a fee. */
const isEntry = (transaction: Stripe.BalanceTransaction) => !isPayout(transaction) || transaction.fee !== 0

function entryOf(transaction: Stripe.BalanceTransaction): SettlementEntry {
  const { id, fee, currency, created, reporting_category: category } = transaction
  const amount = isPayout(transaction) ? 0 : transaction.amount
  const payment = paymentOf(transaction)
  return {
    id,
    kind: isPayout(transaction) ? 'fee' : (kinds[category] ?? 'other'),
    amount: fromWire(amount, currency),
    fee: fromWire(fee, currency),
    currency: currency.toUpperCase(),
    ...(payment && { authorisation: idOf(payment) }),
    date: new Date(created * 1000),
  }
}

/** The payment of a charge, a refund or a dispute. */
function paymentOf({ source }: Stripe.BalanceTransaction) {
  const isAboutPayment = source !== null && typeof source === 'object' && 'payment_intent' in source
  return isAboutPayment ? source.payment_intent : undefined
}
