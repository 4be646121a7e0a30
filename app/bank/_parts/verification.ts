import { notFound } from 'next/navigation'
import { findVerification } from '@/server/card/test/verification'
import { isReference } from '@/server/core/id'
import { findMerchant } from '@/server/merchant/find-merchant'
import { runtime } from '@/server/runtime'

/** Returns a verification with its merchant's name. Shows the bank's 404 page if there is none. */
export async function requireVerification(pareq: string) {
  if (!isReference(pareq)) notFound()
  const { db } = runtime()
  const verification = await findVerification(db, pareq)
  if (!verification) notFound()
  const merchant = await findMerchant(db, verification.merchantId)
  return { ...verification, merchantName: merchant?.name ?? 'A shop' }
}

export type ShownVerification = Awaited<ReturnType<typeof requireVerification>>

/** Returns what the cardholder verifies: a payment, or a card to save. */
export const subjectOf = ({ money }: ShownVerification) => (money ? 'payment' : 'card')
