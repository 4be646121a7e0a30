import { notFound } from 'next/navigation'
import { findVerification } from '@/server/card/test/verification'
import { findMerchant } from '@/server/merchant/merchant'
import { runtime } from '@/server/runtime'
import { isPareq } from './pareq'

/** The verification that an address names, with the merchant's name; the bank's own 404 page when there is none. */
export async function requireVerification(pareq: string) {
  if (!isPareq(pareq)) notFound()
  const { db } = runtime()
  const verification = await findVerification(db, pareq)
  if (!verification) notFound()
  const merchant = await findMerchant(db, verification.merchantId)
  return { ...verification, merchantName: merchant?.name ?? 'A shop' }
}

export type ShownVerification = Awaited<ReturnType<typeof requireVerification>>

/** What is verified, in one word: a payment, or a card to be saved. */
export const subjectOf = ({ money }: ShownVerification) => (money ? 'payment' : 'card')
