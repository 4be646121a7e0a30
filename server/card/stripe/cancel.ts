import Stripe from 'stripe'
import type { Authorised, FollowUp, Found, Outcome } from '../../model/card/service'
import { amountOf, markOf } from './capture'
import { type StripeSession, send } from './client'
import { retrieveIntent } from './intent'
import type { UnderKey } from './keys'
import { outcomeOfError } from './outcome'

/** Older versions also wrote `rest` before they cancelled all of an authorisation. */
const marks = { rest: 'cancel', all: 'cancel all' }

export const isCancelMark = (mark: string): boolean => Object.values(marks).includes(mark)

/** Releases what is not captured. Stripe releases all of it or nothing. */
export async function cancel(session: StripeSession, call: UnderKey<FollowUp>): Promise<Outcome<Authorised>> {
  try {
    const intent = await retrieveIntent(session, call.authorisation)
    const known = cancelIn(intent, call)
    if (known.status !== 'absent') return known
    const amount = amountOf(intent, call)
    if (typeof amount !== 'number') return amount
    if (amount < intent.amount_capturable) return { status: 'declined', code: 'rule violation' }
    const ended = await (intent.amount_received > 0 ? endCaptures : cancelAll)(session, call)
    const outcome = cancelIn(ended, call)
    if (outcome.status !== 'absent') return outcome
    return { status: 'unknown', cause: new Error(`The cancel is not on payment intent ${intent.id}`) }
  } catch (cause) {
    return outcomeOfError(cause, 'authorisation')
  }
}

/** Releases the rest of an authorisation that was captured in part. */
const endCaptures = (session: StripeSession, call: UnderKey<FollowUp>): Promise<Stripe.PaymentIntent> =>
  send(session, 'payment_intent', (options) =>
    session.stripe.paymentIntents.capture(
      call.authorisation,
      { amount_to_capture: 0, final_capture: true, metadata: { [markOf(call)]: marks.rest } },
      { ...options, idempotencyKey: call.key },
    ),
  )

/**
 * Cancelling takes no metadata, so the mark is written first. Together with the effect, it proves who cancelled. Neither
 * request has an idempotency key: sending it again does no harm, and Stripe would repeat a fault under a key for a day.
 */
async function cancelAll(session: StripeSession, call: FollowUp): Promise<Stripe.PaymentIntent> {
  const { paymentIntents } = session.stripe
  const id = call.authorisation
  await send(session, 'payment_intent', (options) =>
    paymentIntents.update(id, { metadata: { [markOf(call)]: marks.all } }, options),
  )
  try {
    return await send(session, 'payment_intent', (options) =>
      paymentIntents.cancel(id, { cancellation_reason: 'requested_by_customer' }, options),
    )
  } catch (error) {
    // Another process may have sent the same cancel at the same moment.
    const intent =
      error instanceof Stripe.errors.StripeInvalidRequestError && (await retrieveIntent(session, id))
    if (intent && cancelIn(intent, call).status === 'done') return intent
    throw error
  }
}

/** The outcome of a cancel, from what the intent says about it. */
export const cancelIn = (intent: Stripe.PaymentIntent, call: FollowUp): Found =>
  provesCancel(intent, intent.metadata[markOf(call)])
    ? { status: 'done', reference: intent.id }
    : { status: 'absent' }

/**
 * Whether an intent with this mark was cancelled, in whole or in part. A mark that is written before its cancel proves
 * nothing about an intent that was captured: the cancel may never have arrived.
 */
export function provesCancel({ status }: Stripe.PaymentIntent, mark: string | undefined): boolean {
  if (mark === undefined) return false
  return status === 'canceled' || (mark === marks.rest && status === 'succeeded')
}
