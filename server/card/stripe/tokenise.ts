import type Stripe from 'stripe'
import type { Database } from '@/db/client'
import type { Card } from '../../model/card/schemas'
import type { Tokenising } from '../../model/card/service'
import type { StripeSession } from './client'
import { findMethod } from './find-method'
import { isOfAnother, type OtherMerchants } from './intent'
import { createToken } from './token'

/** Creates a one-time token for the card of a payment method; undefined if there is none that may be used. */
export async function tokenise(
  db: Database,
  session: StripeSession,
  reference: string,
  { merchantId, now, stored = false, others }: Tokenising & { others: OtherMerchants },
): Promise<Card | undefined> {
  const method = await findMethod(session, reference, { expand: ['customer'] })
  if (!method) return undefined
  const customer = await customerElsewhere(method, { merchantId, others })
  if (customer !== undefined && !stored) return undefined
  return createToken(db, method, { merchantId, now, customer })
}

/**
 * The customer of another system, or of another installation of Kassa, that a card is stored with: customers of this one name
 * their merchant.
 */
async function customerElsewhere(
  { customer }: Stripe.PaymentMethod,
  { merchantId, others }: { merchantId: string; others: OtherMerchants },
): Promise<string | undefined> {
  if (typeof customer !== 'object' || !customer || customer.deleted) return undefined
  const isHere = customer.metadata.merchant === merchantId || isOfAnother(await others(), customer)
  return isHere ? undefined : customer.id
}
