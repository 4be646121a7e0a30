import Stripe from 'stripe'
import { expect, onTestFinished } from 'vitest'
import type { DoubleSettings } from './settings'
import { type RunningDouble, startDouble } from './start-double'

/** The real package, pointed at the double. It sends a request once, or twice if the first connection breaks. */
export function clientOf(double: RunningDouble, key = double.secretKey): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port: double.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: 10_000,
  })
}

/** Starts a double until the test ends. */
export async function testDouble(
  settings: Partial<DoubleSettings> = {},
): Promise<{ double: RunningDouble; stripe: Stripe }> {
  const double = await startDouble({ settings })
  onTestFinished(() => double.stop())
  return { double, stripe: clientOf(double) }
}

type Create = Stripe.PaymentIntentCreateParams

/** A confirmed payment of 100.00 SEK with a test card, which is captured later. */
export const authorised = (stripe: Stripe, card = 'pm_card_visa', more: Partial<Create> = {}) =>
  stripe.paymentIntents.create({
    amount: 10_000,
    currency: 'sek',
    payment_method: card,
    confirm: true,
    capture_method: 'manual',
    allowed_payment_method_types: ['card'],
    payment_method_options: { card: { request_multicapture: 'if_available' } },
    ...more,
  })

/** A confirmed and captured payment. */
export const paid = (stripe: Stripe, card = 'pm_card_visa', more: Partial<Create> = {}) =>
  authorised(stripe, card, { capture_method: 'automatic', ...more })

/** The error of a request that must fail. */
export async function errorOf(
  request: Promise<unknown>,
): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const failure: unknown = await request.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(failure instanceof Stripe.errors.StripeError)) expect.fail(`no error of Stripe: ${failure}`)
  return failure
}

export const day = 86_400
