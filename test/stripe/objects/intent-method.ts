import type Stripe from 'stripe'
import { invalid } from '../errors'
import { type DoubleState, idOf } from '../state'
import type { TestCard } from '../test-cards'

/** Refuses a payment method that belongs to another customer, or that cannot be used again. */
export function checkMethod(state: DoubleState, method: Stripe.PaymentMethod, customer: string | null): void {
  const owner = idOf(method.customer)
  if (owner !== null && owner !== customer)
    throw invalid('This payment method belongs to a customer, whom the request must name.', {
      param: 'payment_method',
    })
  if (owner === null && state.usedUp.has(method.id))
    // Stripe names neither a code nor a parameter.
    throw invalid('This payment method was used or detached before. Attach cards that are used again.')
}

interface Use {
  method: Stripe.PaymentMethod
  offSession: boolean
  requested: boolean
}

/** Whether the cardholder must approve this use of a card. */
export function needsApproval(
  state: DoubleState,
  card: TestCard,
  { method, offSession, requested }: Use,
): boolean {
  switch (card.approval) {
    case 'always':
      return true
    case 'until-set-up':
      return !offSession || !state.setUp.has(method.id)
    case 'on-session':
      return !offSession
    case 'on-request':
      return !offSession && requested
    default:
      return false
  }
}

/** Where the browser goes to have the cardholder approve. Without a return address, Stripe.js shows the page itself. */
export function approvalAction(
  origin: string,
  id: string,
  returnUrl: string | undefined,
): { type: string; redirect_to_url?: { return_url: string; url: string } } {
  const url = `${origin}/3ds/${id}`
  if (returnUrl === undefined) return { type: 'use_stripe_sdk' }
  return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
}
