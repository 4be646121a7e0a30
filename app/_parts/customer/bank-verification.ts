import { notFound } from 'next/navigation'
import { cache } from 'react'
import { findVerification } from '@/server/card/test/verification'
import { isReference } from '@/server/core/id'
import { findMerchant } from '@/server/merchant/find-merchant'
import { runtime } from '@/server/runtime'
import { wordsForVisitor } from './login-page'

/**
 * Returns a verification with its merchant's name, and the texts of its pages: in the language of the page that sent the
 * cardholder, if it said so. Shows the bank's 404 page if there is none.
 */
export const requireVerification = cache(async (pareq: string) => {
  if (!isReference(pareq)) notFound()
  const { db } = runtime()
  const verification = await findVerification(db, pareq)
  if (!verification) notFound()
  const merchant = await findMerchant(db, verification.merchantId)
  const words = await wordsForVisitor(undefined, verification.language)
  return { ...verification, merchantName: merchant?.name ?? 'A shop', words }
})

export type ShownVerification = Awaited<ReturnType<typeof requireVerification>>

/** Returns what the cardholder verifies: a payment, or a card to save. */
export const subjectOf = ({ money }: ShownVerification) => (money ? 'payment' : 'card')
