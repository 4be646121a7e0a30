import { notFound } from 'next/navigation'
import { findVerification } from '@/server/card/test/verification'
import { findMerchant } from '@/server/merchant/merchant'
import { runtime } from '@/server/runtime'
import { isPareq } from '../pareq'

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

const names: Partial<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  electron: 'Visa Electron',
  interpayment: 'InterPayment',
  jcb: 'JCB',
  maestro: 'Maestro',
  unionpay: 'UnionPay',
  dankort: 'Dankort',
}

/** A scheme's name as its cards carry it. */
export const schemeName = (scheme: string): string => names[scheme] ?? 'Card'
