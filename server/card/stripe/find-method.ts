import Stripe from 'stripe'
import type { CurrentCard } from '../../model/card/notices'
import { type StripeSession, send } from './client'
import { storedCardReference } from './stored-card'
import { factsOfCard } from './token'

/** The payment method of a reference from Stripe's fields; undefined if there is none. */
export async function findMethod(
  session: StripeSession,
  reference: string,
  params: Stripe.PaymentMethodRetrieveParams = {},
): Promise<Stripe.PaymentMethod | undefined> {
  if (!/^pm_\w+$/.test(reference)) return undefined
  try {
    return await send(session, 'payment_method', (options) =>
      session.stripe.paymentMethods.retrieve(reference, params, options),
    )
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return undefined
    throw error
  }
}

/** The stored card of a payment method; undefined if it belongs to no customer that Kassa created. */
export async function findStoredCard(
  session: StripeSession,
  reference: string,
): Promise<CurrentCard | undefined> {
  const method = await findMethod(session, reference, { expand: ['customer'] })
  const customer = method?.customer
  if (!method?.card || typeof customer !== 'object' || !customer || customer.deleted) return undefined
  const { account } = customer.metadata
  if (account === undefined) return undefined
  return {
    account,
    reference: storedCardReference({ customer: customer.id, payment_method: method.id }),
    ...factsOfCard(method.id, method.card),
  }
}
