import type Stripe from 'stripe'
import { currency, stepOf } from '../money'
import { paged, paging } from '../paging'
import { parameters, text } from '../params'
import { get, route } from '../route'
import type { DoubleState } from '../state'

interface Movement {
  type: Stripe.BalanceTransaction.Type
  category: string
  amount: number
  fee?: number
  currency: string
  source: string
  description: string
  availableAtOnce?: boolean | undefined
}

/** Moves money on the balance. Amounts that leave it are negative, and so is a fee that comes back. */
export function move(state: DoubleState, movement: Movement): Stripe.BalanceTransaction {
  const { type, category, amount, fee = 0, currency: code, source, description } = movement
  const now = state.clock.now()
  const days = movement.availableAtOnce ? 0 : state.settings.availableAfterDays
  const transaction: Stripe.BalanceTransaction = {
    id: state.id('txn_'),
    object: 'balance_transaction',
    amount,
    available_on: now + days * 86_400,
    balance_type: 'payments',
    created: now,
    currency: code,
    description,
    exchange_rate: null,
    fee,
    fee_details: fee
      ? [
          {
            amount: fee,
            application: null,
            currency: code,
            description: 'Processing fee',
            type: 'stripe_fee',
          },
        ]
      : [],
    net: amount - fee,
    reporting_category: category,
    source,
    status: days ? 'pending' : 'available',
    type,
  }
  state.clock.after(days * 86_400, () => {
    transaction.status = 'available'
  })
  return state.balanceTransactions.add(transaction)
}

/** Stripe's share of a captured amount. */
export function feeOf({ settings }: DoubleState, amount: number, currency: string): number {
  const fee = (amount * settings.feePercent) / 100 + settings.feeFixed
  const step = stepOf(currency)
  return Math.min(Math.round(fee / step) * step, amount)
}

const listing = parameters<Stripe.BalanceTransactionListParams>()({
  ...paging,
  currency,
  payout: text,
  source: text,
  type: text,
})

export const balanceTransactionRoutes = [
  route('GET', '/v1/balance_transactions', 'balance:read', listing, (state, params) =>
    paged(state.balanceTransactions, '/v1/balance_transactions', params, (each) =>
      [
        params.currency === undefined || each.currency === params.currency,
        params.payout === undefined || state.payoutOf.get(each.id) === params.payout,
        params.source === undefined || each.source === params.source,
        params.type === undefined || each.type === params.type,
      ].every(Boolean),
    ),
  ),
  get('/v1/balance_transactions/:id', 'balance:read', (state, id) => state.balanceTransactions.get(id)),
  get('/v1/balance', 'balance:read', balance),
]

function balance(state: DoubleState): Stripe.Balance {
  const sums = new Map<string, { available: number; pending: number }>()
  for (const { currency: code, net, status } of state.balanceTransactions.newest()) {
    const sum = sums.get(code) ?? { available: 0, pending: 0 }
    sum[status === 'available' ? 'available' : 'pending'] += net
    sums.set(code, sum)
  }
  const part = (of: 'available' | 'pending') =>
    [...sums].map(([code, sum]) => ({ amount: sum[of], currency: code, source_types: { card: sum[of] } }))
  return {
    object: 'balance',
    available: part('available'),
    livemode: state.livemode,
    pending: part('pending'),
  }
}
