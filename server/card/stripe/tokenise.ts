import type Stripe from 'stripe'
import type { Database } from '@/db/client'
import type { Card } from '../../model/card/schemas'
import type { Tokenising } from '../../model/card/service'
import type { StripeSession } from './client'
import { findMethod } from './find-method'
import { createToken } from './token'

/** Creates a one-time token for the card of a payment method; undefined if there is none that may be used. */
export async function tokenise(
  db: Database,
  session: StripeSession,
  reference: string,
  { merchantId, now, stored = false }: Tokenising,
): Promise<Card | undefined> {
  const method = await findMethod(session, reference, { expand: ['customer'] })
  if (!method) return undefined
  const customer = customerElsewhere(method)
  if (customer !== undefined && !stored) return undefined
  return createToken(db, method, { merchantId, now, customer })
}

/** The customer of another system that a card is stored with: those of Kassa name their merchant. */
function customerElsewhere({ customer }: Stripe.PaymentMethod): string | undefined {
  if (typeof customer !== 'object' || !customer || customer.deleted) return undefined
  return customer.metadata.merchant === undefined ? customer.id : undefined
}
