import { log } from '../../core/log'
import type { Outcome } from '../../model/card/service'
import type { StripeSession } from './client'
import { findMethod } from './find-method'
import { isUnexplained, outcomeOfError } from './outcome'
import type { StoredCard } from './stored-card'

/**
 * The outcome of a payment with a stored card that was refused or failed. For a card that was removed from its customer,
 * Stripe's error has neither a code nor a parameter, so the card is looked up. Any other refusal of this kind declines the
 * payment, too: Stripe would repeat it, and only another card or a later attempt helps.
 */
export async function refusalOfStoredCard(
  session: StripeSession,
  card: StoredCard,
  cause: unknown,
): Promise<Outcome<never>> {
  const outcome = outcomeOfError(cause, 'stored card')
  if (outcome.status !== 'failed' || !isUnexplained(cause)) return outcome
  try {
    if (!(await isAttached(session, card))) return { status: 'declined', code: 'invalid card number' }
  } catch (error) {
    return { status: 'unknown', cause: error }
  }
  log.warn(
    { err: cause },
    'Stripe refuses a payment with a stored card, and does not say what is wrong with it',
  )
  return { status: 'declined', code: 'acquirer error' }
}

/** Whether a stored card still belongs to its customer. */
export async function isAttached(
  session: StripeSession,
  { customer, payment_method }: StoredCard,
): Promise<boolean> {
  const method = await findMethod(session, payment_method)
  return method?.customer === customer
}
