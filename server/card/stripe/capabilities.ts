import type { Capabilities, PaceLimits } from '../../model/card/service'
import type { CardConnection } from '../connection'
import { stripeCurrencies, stripeSteps } from './wire-amount'

/** Stripe remembers keys for at least 24 hours, counted from the first request, whose time Kassa knows less exactly. */
const keySeconds = 23 * 3600

/** What Stripe can do with a merchant's account. */
export const capabilitiesOf = (connection: CardConnection | undefined): Capabilities => ({
  captures: connection?.facts.severalCaptures === 'unavailable' ? 'one' : 'several',
  capturesWhileAccepted: false,
  partialCancel: false,
  authorisationDays: 7,
  keySeconds,
  currencies: connection ? new Set(connection.facts.currencies) : stripeCurrencies,
  steps: stripeSteps,
  entry: 'theirs',
  pace: paceOf(connection),
})

/** Stripe's limits: https://docs.stripe.com/rate-limits. An account can have different ones. */
const defaultPace = { live: { total: 100, endpoint: 25 }, test: { total: 25, endpoint: 25 } }

/** How many requests Stripe takes from an account. */
export const paceOf = (connection: CardConnection | undefined): PaceLimits =>
  connection?.pace ?? defaultPace[connection?.mode ?? 'test']
