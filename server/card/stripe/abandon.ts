import Stripe from 'stripe'
import { type StripeSession, send } from './client'

/** Cancels a payment that nobody continues. Does nothing if it has ended. */
export async function abandon(session: StripeSession, reference: string): Promise<void> {
  try {
    await send(session, 'payment_intent', (options) =>
      session.stripe.paymentIntents.cancel(
        reference,
        { cancellation_reason: 'abandoned' },
        { ...options, idempotencyKey: `abandon-${reference}` },
      ),
    )
  } catch (error) {
    const hasEnded =
      error instanceof Stripe.errors.StripeError && error.code === 'payment_intent_unexpected_state'
    if (!hasEnded) throw error
  }
}
