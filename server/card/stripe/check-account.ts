import Stripe from 'stripe'
import type { Checked, ConnectionKeys, KeyGuide } from '../../model/card/connection'
import { type StripeSession, send, stripeClient, UnexpectedResponse } from './client'
import { stripeCurrencies } from './wire-amount'

/**
 * Checks the keys of a merchant's account at Stripe: that they suit the merchant's type, that the secret key works and has
 * the permissions that Kassa needs, and that new keys belong to the same account. Returns what is known about the account.
 */
export async function checkAccount(
  { secret, publishable, mode }: ConnectionKeys,
  {
    areNew,
    stripeBaseUrl,
    deadline,
  }: { areNew: boolean; stripeBaseUrl: string | undefined; deadline: number },
): Promise<Checked> {
  const secretMode = /^[rs]k_(test|live)_\w+$/.exec(secret)?.[1]
  const publishableMode = /^pk_(test|live)_\w+$/.exec(publishable)?.[1]
  if (secretMode === undefined) return { status: 'refused', problem: 'not a secret key' }
  if (publishableMode === undefined) return { status: 'refused', problem: 'not a publishable key' }
  if (secretMode !== mode || publishableMode !== mode)
    return { status: 'refused', problem: mode === 'live' ? 'not live keys' : 'not test keys' }
  const session = { stripe: stripeClient(secret, stripeBaseUrl), deadline }
  try {
    const missing = await missingPermissions(session)
    if (missing.length > 0) return { status: 'refused', problem: 'permissions missing', missing }
    if (areNew && !(await opens(session, { stripe: stripeClient(publishable, stripeBaseUrl), deadline })))
      return { status: 'refused', problem: 'not of one account' }
    return { status: 'connected', facts: await factsOf(session) }
  } catch (error) {
    if (statusOf(error) === 401) return { status: 'refused', problem: 'key not valid' }
    if (isOutage(error)) return { status: 'refused', problem: 'no response' }
    throw error
  }
}

/**
 * Whether a publishable key reads what a secret key has created. With that of another account, Kassa would not know the
 * cards that customers enter.
 */
async function opens(session: StripeSession, published: StripeSession): Promise<boolean> {
  const { setupIntents } = session.stripe
  const { id, client_secret } = await send(session, 'setup_intent', (options) =>
    setupIntents.create(
      { allowed_payment_method_types: ['card'], description: 'Check of the publishable key' },
      options,
    ),
  )
  try {
    await send(published, 'setup_intent', (options) =>
      published.stripe.setupIntents.retrieve(id, { client_secret: client_secret ?? '' }, options),
    )
    return true
  } catch (error) {
    if ([400, 401, 403, 404].includes(statusOf(error) ?? 0)) return false
    throw error
  } finally {
    // One that stays can do nothing without a card.
    await send(session, 'setup_intent', (options) => setupIntents.cancel(id, {}, options)).catch(
      () => undefined,
    )
  }
}

async function factsOf(session: StripeSession) {
  const { stripe } = session
  const account = await send(session, 'account', (options) => stripe.accounts.retrieveCurrent({}, options))
  const { data: charges } = await send(session, 'list', (options) =>
    stripe.charges.list({ limit: 100 }, options),
  )
  const cards = charges.flatMap(({ payment_method_details: details }) => details?.card ?? [])
  // What is captured at once is never captured in parts, whatever the account can do.
  const authorised = cards.filter(({ capture_before: until }) => until !== undefined)
  const seen = authorised.flatMap(({ multicapture }) => multicapture?.status ?? [])
  return {
    account: account.id,
    country: account.country ?? '',
    currency: (account.default_currency ?? '').toUpperCase(),
    currencies: [...stripeCurrencies].sort(),
    severalCaptures: seen.includes('available') ? 'available' : seen.length > 0 ? 'unavailable' : 'unknown',
    chargesEnabled: account.charges_enabled,
  } as const
}

type Probe = (stripe: Stripe, options: Stripe.RequestOptions) => Promise<{ object: string }>

/** What merchants see before they enter their keys. */
export const keyGuide = (mode: ConnectionKeys['mode']): KeyGuide => ({
  title: 'Stripe',
  dashboard: `https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}apikeys`,
  secret: { label: 'Restricted key', example: `rk_${mode}_…` },
  publishable: { label: 'Publishable key', example: `pk_${mode}_…` },
  permissions: Object.keys(probes),
})

/**
 * What Kassa needs a key for, by the permission's name in Stripe's dashboard, and a harmless request that needs it: it
 * reads, or changes an object that does not exist.
 */
const probes: Record<string, Probe> = {
  'Accounts: read': (stripe, options) => stripe.accounts.retrieveCurrent({}, options),
  'Balance transactions: read': (stripe, options) => stripe.balanceTransactions.list({ limit: 1 }, options),
  'Charges and refunds: write': (stripe, options) => stripe.refunds.update('re_none', {}, options),
  'Customers: write': (stripe, options) => stripe.customers.update('cus_none', {}, options),
  'Disputes: write': (stripe, options) => stripe.disputes.update('dp_none', {}, options),
  'Events: read': (stripe, options) => stripe.events.list({ limit: 1 }, options),
  'Payment intents: write': (stripe, options) => stripe.paymentIntents.update('pi_none', {}, options),
  'Payment methods: write': (stripe, options) => stripe.paymentMethods.detach('pm_none', {}, options),
  'Payouts: read': (stripe, options) => stripe.payouts.list({ limit: 1 }, options),
  'Setup intents: write': (stripe, options) => stripe.setupIntents.update('seti_none', {}, options),
  'Webhook endpoints: write': (stripe, options) => stripe.webhookEndpoints.update('we_none', {}, options),
}

async function missingPermissions(session: StripeSession): Promise<string[]> {
  const { stripe, deadline } = session
  const timeout = () => Math.max(1, deadline - Date.now())
  const results = await Promise.all(
    Object.entries(probes).map(async ([permission, probe]) => {
      try {
        await probe(stripe, { timeout: timeout(), maxNetworkRetries: 0 })
        return []
      } catch (error) {
        if (statusOf(error) === 403) return [permission]
        if (statusOf(error) === 404 || statusOf(error) === 400) return []
        throw error
      }
    }),
  )
  return results.flat()
}

/** Whether Stripe or the network is to blame, not the keys. The error for a response that is no JSON has no status. */
const isOutage = (error: unknown): boolean =>
  error instanceof UnexpectedResponse ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeConnectionError ||
  (statusOf(error) ?? 0) >= 429

const statusOf = (error: unknown): number | undefined =>
  error instanceof Stripe.errors.StripeError ? error.statusCode : undefined
