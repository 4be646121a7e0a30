import { type StripeSession, send } from './client'
import { isAttached } from './refusal-of-stored-card'
import { readStoredCard } from './stored-card'

/**
 * Removes a stored card from its customer. Does nothing if it has been removed, its customer deleted, or if it was stored
 * with another customer. There is no idempotency key: removing a card again does no harm, and Stripe would repeat a fault
 * under a key for a day.
 */
export async function remove(session: StripeSession, reference: string): Promise<void> {
  const card = readStoredCard(reference)
  // Detaching does not name the customer.
  if (!card || !(await isAttached(session, card))) return
  try {
    await send(session, 'payment_method', (options) =>
      session.stripe.paymentMethods.detach(card.payment_method, {}, options),
    )
  } catch (error) {
    // Another process may have removed it. That error has neither a code nor a parameter, so the card is looked up.
    if (await isAttached(session, card)) throw error
  }
}
