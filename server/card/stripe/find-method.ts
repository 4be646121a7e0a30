import type Stripe from 'stripe'
import type { CurrentCard } from '../../model/card/notices'
import { type StripeSession, send } from './client'
import { idOf } from './id-of'
import { isMissing } from './outcome'
import { storedCardReference } from './stored-card'
import { factsOfCard } from './token'

/** Ids of payment methods, and of the cards that Stripe stored before it had them, which are used alike. */
const reference = /^(pm|card|src)_\w+$/

/** The payment method with an id; undefined if there is none. */
export async function findMethod(
  session: StripeSession,
  id: string,
  params: Stripe.PaymentMethodRetrieveParams = {},
): Promise<Stripe.PaymentMethod | undefined> {
  if (!reference.test(id)) return undefined
  try {
    return await send(session, 'payment_method', (options) =>
      session.stripe.paymentMethods.retrieve(id, params, options),
    )
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** The stored card of a payment method; undefined if it belongs to no customer. */
export async function findStoredCard(session: StripeSession, id: string): Promise<CurrentCard | undefined> {
  const { customer, card } = (await findMethod(session, id)) ?? {}
  if (!customer || !card) return undefined
  return {
    reference: storedCardReference({ customer: idOf(customer), payment_method: id }),
    ...factsOfCard(id, card),
  }
}
