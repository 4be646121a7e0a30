import type Stripe from 'stripe'
import type { NoticeSubject, ServiceNotice } from '../../model/card/notices'
import { booked } from './books'
import { type StripeSession, send } from './client'
import { idOf } from './id-of'
import { retrieveIntent } from './intent'

/** What a notice of a merchant is about, as it is now. */
export async function subjectsOf(
  session: StripeSession,
  { type, objectId, merchantId }: ServiceNotice & { merchantId: string },
): Promise<NoticeSubject[]> {
  const { stripe } = session
  const ofIntent = async (id: string) => subjectsIn(merchantId, await retrieveIntent(session, id))
  if (type.startsWith('payment_intent.')) return ofIntent(objectId)
  if (type.startsWith('setup_intent.')) {
    return operationsIn(
      await send(session, 'setup_intent', (options) => stripe.setupIntents.retrieve(objectId, {}, options)),
    )
  }
  // An operator can also have chosen the older name of the same notices.
  if (type.startsWith('refund.') || type.startsWith('charge.refund.')) {
    const refund = await send(session, 'refund', (options) => stripe.refunds.retrieve(objectId, {}, options))
    const operations = operationsIn(refund)
    const isExpected = refund.status === 'succeeded' || refund.status === 'pending'
    const intent = refund.payment_intent && idOf(refund.payment_intent)
    return operations.length > 0 && isExpected
      ? operations
      : [...operations, ...(intent ? await ofIntent(intent) : [])]
  }
  if (!type.startsWith('charge.') || type.startsWith('charge.dispute.')) return []
  const charge = await send(session, 'charge', (options) => stripe.charges.retrieve(objectId, {}, options))
  const intent = charge.payment_intent && idOf(charge.payment_intent)
  return intent ? ofIntent(intent) : []
}

const subjectsIn = (merchantId: string, intent: Stripe.PaymentIntent): NoticeSubject[] => [
  ...operationsIn(intent),
  { about: 'payment', payment: booked(merchantId, intent) },
]

/** The operations that metadata names: the one that created the object, and captures and cancels by their marks. */
const operationsIn = ({ metadata }: { metadata: Stripe.Metadata | null }): NoticeSubject[] => {
  const marks = Object.keys(metadata ?? {}).flatMap((key) => /^o_(.+)$/.exec(key)?.[1] ?? [])
  const ids = [...(metadata?.operation === undefined ? [] : [metadata.operation]), ...marks]
  return ids.map((operation) => ({ about: 'operation', operation }))
}
