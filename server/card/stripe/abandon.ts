import Stripe from 'stripe'
import { noteAbandonedCard } from '../remove-cards'
import { type StripeSession, send } from './client'
import { idOf } from './id-of'
import { storedCardReference } from './stored-card'
import { canBeStored } from './token'
import type { AdapterContext } from './with-token'

const cancellation_reason = 'abandoned'

// There are no idempotency keys: cancelling again does no harm, and Stripe would repeat a fault under a key for a day.

/** Cancels a payment that nobody continues. Does nothing if it has ended. */
export const abandon = (session: StripeSession, reference: string): Promise<void> =>
  unlessEnded('payment_intent_unexpected_state', () =>
    send(session, 'payment_intent', (options) =>
      session.stripe.paymentIntents.cancel(reference, { cancellation_reason }, options),
    ),
  )

/**
 * Cancels storing a card, so that its cardholder can no longer approve it. A card that was stored before, because its
 * cardholder approved and never came back, is removed from its customer, unless another attempt has put it on the account.
 */
export async function abandonStoring(
  { db }: Pick<AdapterContext, 'db'>,
  session: StripeSession,
  { merchantId, now, reference }: { merchantId: string; now: Date; reference: string },
): Promise<void> {
  const { setupIntents } = session.stripe
  await unlessEnded('setup_intent_unexpected_state', () =>
    send(session, 'setup_intent', (options) =>
      setupIntents.cancel(reference, { cancellation_reason }, options),
    ),
  )
  const intent = await send(session, 'setup_intent', (options) =>
    setupIntents.retrieve(reference, {}, options),
  )
  const { customer, payment_method, status } = intent
  const accountId = intent.metadata?.account
  if (status !== 'succeeded' || !customer || !payment_method || accountId === undefined) return
  const card = { customer: idOf(customer), payment_method: idOf(payment_method) }
  // The card may have been entered again: that attempt has noted it for itself.
  if (await canBeStored(db, { merchantId, now, reference: card.payment_method })) return
  await noteAbandonedCard(db, {
    merchantId,
    service: 'stripe',
    reference: storedCardReference(card),
    accountId,
  })
}

/** Cancels something. Does nothing if Stripe refuses that with this code, because it has ended. */
async function unlessEnded(code: string, cancel: () => Promise<unknown>): Promise<void> {
  try {
    await cancel()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== code) throw error
  }
}
