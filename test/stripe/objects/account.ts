import type Stripe from 'stripe'
import { invalid } from '../errors'
import { get } from '../route'
import type { DoubleState } from '../state'

function account(state: DoubleState): Stripe.Account {
  const { chargesEnabled, payoutsEnabled, country, currency, email } = state.settings
  const active = chargesEnabled ? 'active' : 'inactive'
  return {
    id: state.accountId,
    object: 'account',
    business_type: 'company',
    capabilities: { card_payments: active, transfers: active },
    charges_enabled: chargesEnabled,
    controller: { type: 'account' },
    country,
    created: 1_700_000_000,
    default_currency: currency,
    details_submitted: true,
    email,
    metadata: {},
    payouts_enabled: payoutsEnabled,
    type: 'standard',
  }
}

export const accountRoutes = [
  get('/v1/account', 'account:read', account),
  get('/v1/accounts/:id', 'account:read', (state, id) => {
    if (id === state.accountId) return account(state)
    throw invalid(`The key has no access to account '${id}'.`, { code: 'account_invalid' }, 403)
  }),
]
