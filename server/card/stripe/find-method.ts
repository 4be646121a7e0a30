import Stripe from 'stripe'
import type { CurrentCard } from '../../model/card/notices'
import { type StripeSession, send } from './client'
import { idOf } from './id-of'
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

/** The stored card of a payment method; undefined if it belongs to no customer. */
export async function findStoredCard(
  session: StripeSession,
  reference: string,
): Promise<CurrentCard | undefined> {
  const { customer, card } = (await findMethod(session, reference)) ?? {}
  if (!customer || !card) return undefined
  return {
    reference: storedCardReference({ customer: idOf(customer), payment_method: reference }),
    ...factsOfCard(reference, card),
  }
}
