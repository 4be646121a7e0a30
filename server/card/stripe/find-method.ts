import Stripe from 'stripe'
import { type StripeSession, send } from './client'

/** The payment method of a reference from Stripe's fields; undefined if there is none. */
export async function findMethod(
  session: StripeSession,
  reference: string,
): Promise<Stripe.PaymentMethod | undefined> {
  if (!/^pm_\w+$/.test(reference)) return undefined
  try {
    return await send(session, 'payment_method', (options) =>
      session.stripe.paymentMethods.retrieve(reference, {}, options),
    )
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return undefined
    throw error
  }
}
