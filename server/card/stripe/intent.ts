import type Stripe from 'stripe'
import { isReference } from '../../core/id'
import type { Authorised, CardCall, Outcome, PaidFor } from '../../model/card/service'
import { type StripeSession, send } from './client'
import { declineOf } from './decline-codes'

/** Requests an intent with its charge. */
export const withCharge = { expand: ['latest_charge'] }

export const retrieveIntent = (session: StripeSession, id: string): Promise<Stripe.PaymentIntent> =>
  send(session, 'payment_intent', (options) =>
    session.stripe.paymentIntents.retrieve(id, withCharge, options),
  )

/** The metadata by which Kassa finds an operation at Stripe. Stripe's dashboard shows it. */
export const metadataOf = ({ operation, merchantId, order, number }: CardCall & PaidFor) => ({
  operation,
  merchant: merchantId,
  ...(order !== undefined && { order }),
  ...(number !== undefined && { number: number.slice(0, 500) }),
})

/** Returns the ids of the other merchants of this installation that use the same account. */
export type OtherMerchants = () => Promise<ReadonlySet<string>>

/**
 * Whether a payment or a customer names another merchant in its metadata: several can share an account. What other systems
 * created names none, and what another installation created, such as an earlier one, names a merchant that is not here. It
 * must be read with the object that refers to it.
 */
export function isOfAnother(
  others: ReadonlySet<string>,
  object: { metadata: Stripe.Metadata } | string | null | undefined,
): boolean {
  const { merchant } = typeof object === 'object' && object !== null ? object.metadata : {}
  return merchant !== undefined && others.has(merchant)
}

/**
 * Whether Kassa has made a payment for a merchant. The metadata of other systems often has an `order` or an `operation` too,
 * and that of Kassa did not always have a merchant.
 */
export const isMadeFor = (merchantId: string, { metadata }: Stripe.PaymentIntent): boolean =>
  metadata.merchant === undefined ? isReference(metadata.operation ?? '') : metadata.merchant === merchantId

/** The charge of an intent that was requested with it. */
export const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | undefined =>
  typeof charge === 'object' && charge !== null ? charge : undefined

/** Whether an authorisation can be captured in parts. */
export const capturesSeveral = (intent: Stripe.PaymentIntent): boolean =>
  chargeOf(intent)?.payment_method_details?.card?.multicapture?.status === 'available'

/** The outcome of an authorisation; undefined while the cardholder has to approve it. */
export function authorisationOf(intent: Stripe.PaymentIntent): Outcome<Authorised> | undefined {
  switch (intent.status) {
    case 'requires_action':
      return undefined
    case 'requires_capture':
    case 'succeeded':
      return authorised(intent)
    case 'processing':
      return { status: 'accepted', reference: intent.id }
    case 'canceled':
      // An authorisation that was released later was one.
      if (chargeOf(intent)?.status === 'succeeded') return authorised(intent)
      return { status: 'declined', code: '3ds authentication failure' }
    case 'requires_payment_method':
      return { status: 'declined', code: declineOf(intent.last_payment_error ?? {}) }
    default:
      return { status: 'unknown', cause: new Error(`Payment intent ${intent.id} is ${intent.status}`) }
  }
}

function authorised(intent: Stripe.PaymentIntent): Outcome<Authorised> {
  const before = chargeOf(intent)?.payment_method_details?.card?.capture_before
  return {
    status: 'done',
    reference: intent.id,
    ...(before !== undefined && { until: new Date(before * 1000) }),
    ...(intent.capture_method === 'manual' && { captures: capturesSeveral(intent) ? 'several' : 'one' }),
  }
}
