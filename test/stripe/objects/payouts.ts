import type Stripe from 'stripe'
import { paged, paging } from '../paging'
import { parameters, text } from '../params'
import { get, route } from '../route'
import { type DoubleState, idOf } from '../state'
import { move } from './balance-transactions'

const listing = parameters<Stripe.PayoutListParams>()({ ...paging, status: text })

interface Paying {
  currency: string
  /** Includes money that is not available yet, so that a test need not wait for it. */
  pending: boolean
  /** A person requests it, so Stripe does not report what it consists of. */
  manual?: boolean
  /** Collects a negative balance from the bank account. */
  debit?: boolean
  /** What Stripe charges for an instant payout. It is not part of the payout. */
  fee?: number
}

/** Pays out what was not paid out before. A negative amount is debited. Returns nothing if there is nothing to pay. */
export function createPayout(
  state: DoubleState,
  { currency, pending, manual = false, debit = false, fee = 0 }: Paying,
): Stripe.Payout | undefined {
  const included = state.balanceTransactions
    .newest()
    .filter((each) => each.currency === currency && !state.payoutOf.has(each.id))
    .filter((each) => pending || each.status === 'available')
  const amount = included.reduce((sum, { net }) => sum + net, -fee)
  if (amount === 0 || (amount < 0 && !debit)) return undefined
  const now = state.clock.now()
  const { payoutSeconds } = state.settings
  const payout: Stripe.Payout = {
    id: state.id('po_1'),
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: now + payoutSeconds,
    automatic: !manual,
    balance_transaction: null,
    created: now,
    currency,
    description: 'Payout',
    destination: 'ba_1DoubleOfABankAccount01',
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: state.livemode,
    metadata: {},
    method: fee ? 'instant' : 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: manual ? 'not_applicable' : 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: null,
    type: 'bank_account',
  }
  const transaction = move(state, {
    type: 'payout',
    category: 'payout',
    amount: -amount,
    fee,
    currency,
    source: payout.id,
    description: 'Payout',
    availableAtOnce: true,
  })
  payout.balance_transaction = transaction.id
  for (const { id } of [...included, transaction]) state.payoutOf.set(id, manual ? 'a manual one' : payout.id)
  state.payouts.add(payout)
  state.emit('payout.created', payout)
  if (!manual) state.emit('payout.reconciliation_completed', payout)
  state.clock.after(payoutSeconds, () => arrive(state, payout))
  return payout
}

function arrive(state: DoubleState, payout: Stripe.Payout): void {
  if (payout.status !== 'in_transit') return
  payout.status = 'paid'
  state.emit('payout.updated', payout, { status: 'in_transit' })
  state.emit('payout.paid', payout)
}

/** Fails a payout, also one that was paid. Its amount comes back, and is part of the next payout. */
export function failPayout(state: DoubleState, payout: Stripe.Payout): void {
  if (payout.status === 'failed') return
  payout.status = 'failed'
  payout.failure_code = 'account_closed'
  payout.failure_message = 'The bank account is closed.'
  payout.failure_balance_transaction = move(state, {
    type: 'payout_failure',
    category: 'payout_reversal',
    amount: payout.amount,
    currency: payout.currency,
    source: payout.id,
    description: `Failed payout ${idOf(payout)}`,
    availableAtOnce: true,
  }).id
  state.emit('payout.failed', payout)
}

/** From now on, pays out once a day what is available. */
export function payOutDaily(state: DoubleState): void {
  state.clock.after(86_400, () => {
    const currencies = new Set(state.balanceTransactions.newest().map((each) => each.currency))
    for (const currency of currencies) createPayout(state, { currency, pending: false })
    payOutDaily(state)
  })
}

export const payoutRoutes = [
  route('GET', '/v1/payouts', 'payouts:read', listing, (state, params) =>
    paged(
      state.payouts,
      '/v1/payouts',
      params,
      ({ status }) => params.status === undefined || status === params.status,
    ),
  ),
  get('/v1/payouts/:id', 'payouts:read', (state, id) => state.payouts.get(id)),
]
