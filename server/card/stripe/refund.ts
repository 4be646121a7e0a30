import type Stripe from 'stripe'
import type { Authorised, FollowUp, Outcome } from '../../model/card/service'
import { type StripeSession, send } from './client'
import { chargeOf, metadataOf, retrieveIntent } from './intent'
import type { UnderKey } from './keys'
import { isUnexplained, outcomeOfError } from './outcome'
import { toWire } from './wire-amount'

/** Stripe has no word for another reason. */
const reasons = {
  requested: 'requested_by_customer',
  duplicate: 'duplicate',
  fraud: 'fraudulent',
} as const

/** Refunds some or all of what was captured. */
export async function refund(session: StripeSession, call: UnderKey<FollowUp>): Promise<Outcome<Authorised>> {
  const amount = toWire(call)
  if (!amount) return { status: 'declined', code: 'amount limit' }
  try {
    const created = await send(session, 'refund', (options) =>
      session.stripe.refunds.create(
        {
          ...{ payment_intent: call.authorisation, amount, metadata: metadataOf(call) },
          ...(call.reason && call.reason !== 'other' && { reason: reasons[call.reason] }),
        },
        { ...options, idempotencyKey: call.key },
      ),
    )
    return refundOutcome(created)
  } catch (cause) {
    if (isUnexplained(cause) && (await hasFailed(session, call)))
      return { status: 'declined', code: 'invalid transaction' }
    return outcomeOfError(cause, 'authorisation')
  }
}

/** Whether the charge failed after it had succeeded, which Kassa may not know yet. Stripe refuses its refunds without a code. */
const hasFailed = async (session: StripeSession, { authorisation }: FollowUp): Promise<boolean> =>
  chargeOf(await retrieveIntent(session, authorisation))?.status === 'failed'

export function refundOutcome({ id, status }: Stripe.Refund): Outcome<Authorised> {
  if (status === 'succeeded') return { status: 'done', reference: id }
  if (status === 'failed' || status === 'canceled') return { status: 'declined', code: 'acquirer error' }
  return { status: 'accepted', reference: id }
}
